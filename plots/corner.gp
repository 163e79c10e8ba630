# Expressive range of every pair of metrics: panel = row, series = column; each metric alone is on the diagonal. All pairs
# have the same colours, which follow the square root of the share.
# 7 y, 8 width, 9 height, 10 count, 11 share
n = panels
array peak[64]
do for [i = 1:64] { peak[i] = 0 }
top_share = 0
set table $peaks
plot data using (low[place($3)] = smallest(low[place($3)], $5 - $8 / 2), \
    high[place($3)] = largest(high[place($3)], $5 + $8 / 2), \
    peak[8 * $1 + $3 - 8] = largest(peak[8 * $1 + $3 - 8], $11), \
    top_share = $1 != $3 ? largest(top_share, $11) : top_share, 0) with table
unset table
colour_at(share) = sqrt(share)
bar_high = top_share
bar_left = 62
bar_right = smallest(width - 30, bar_left + 440)
bar_text = scale_text.' (the colour follows its square root)'
eval bar_room
base = 62
cell_width = (width - base - 20.0) / n
words_below = 40
if (paper) { height = int(64 + words_below + bar_space + n * cell_width) }
eval heading_single
cell_height = (height - 64.0 - words_below - bar_space) / n
set multiplot
unset grid
metric(name, room) = wrapped(name, int(largest(7, room / 6.2)))
do for [row = 1:n] {
    do for [column = 1:row] {
        left = base + (column - 1) * cell_width
        right = left + cell_width - 8
        upper = 58 + (row - 1) * cell_height
        lower = height - upper - cell_height + 8
        eval frame_single
        set xrange [low[column]:high[column]]
        set border row == column ? 1 : 3
        set xtics largest(1, tidy(high[column] - low[column], cell_width / 30))
        set ytics nomirror scale 0.5 textcolor rgb ink font small largest(1, tidy(high[row] - low[row], cell_height / 20))
        set format x (row == n ? '%g' : '')
        set format y (column == 1 && row > 1 ? '%g' : '')
        if (row == n) { set label 6 metric(series_name[column], cell_width) at graph 0.5,screen up(lower - 26) center \
            font small textcolor rgb ink noenhanced }
        if (column == 1 && row > 1) { set label 4 metric(panel_name[row], cell_height) at screen across(10),graph 0.5 center \
            rotate font small textcolor rgb ink noenhanced }
        if (row == 2 && column == 1) { eval colour_bar }
        if (row == column) {
            unset ytics
            set yrange [0:peak[9 * row - 8] * 1.05]
            plot data using ($1 == row && $3 == column ? $5 : NaN):($11 / 2):($8 * 0.46):($11 / 2) \
                with boxxyerror fillstyle solid noborder linecolor rgb muted notitle
        } else {
            set yrange [low[row]:high[row]]
            plot data using ($1 == row && $3 == column ? $5 : NaN):7:($8 / 2):($9 / 2):(colour_at($11)) \
                with boxxyerror fillstyle solid noborder linecolor palette notitle
        }
        eval no_heading
        unset colorbox
    }
}
unset multiplot
