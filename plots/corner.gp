# Expressive range of every pair of metrics: panel = row, series = column; each metric alone is on the diagonal.
# 7 y, 8 width, 9 height, 10 count, 11 share
n = panels
array peak[64]
do for [i = 1:64] { peak[i] = 0 }
set table $peaks
plot data using (low[place($3)] = smallest(low[place($3)], $5 - $8 / 2), \
    high[place($3)] = largest(high[place($3)], $5 + $8 / 2), \
    peak[8 * $1 + $3 - 8] = largest(peak[8 * $1 + $3 - 8], $11), 0) with table
unset table
eval heading
set multiplot
unset grid
base = 62
cell_width = (width - base - 20.0) / n
cell_height = (height - 64.0 - 58) / n
do for [row = 1:n] {
    do for [column = 1:row] {
        left = base + (column - 1) * cell_width
        right = left + cell_width - 8
        upper = 58 + (row - 1) * cell_height
        lower = height - upper - cell_height + 8
        eval frame_single
        set xrange [low[column]:high[column]]
        set border row == column ? 1 : 3
        set xtics autofreq
        set ytics nomirror scale 0.5 textcolor rgb ink font small autofreq
        set format x (row == n ? '%g' : '')
        set format y (column == 1 && row > 1 ? '%g' : '')
        set xlabel (row == n ? series_name[column] : '') font small textcolor rgb ink noenhanced offset 0,0.3
        set ylabel (column == 1 && row > 1 ? panel_name[row] : '') font small textcolor rgb ink noenhanced
        top_share = peak[8 * row + column - 8]
        if (row == column) {
            unset ytics
            set yrange [0:top_share * 1.05]
            plot data using ($1 == row && $3 == column ? $5 : NaN):($11 / 2):($8 * 0.46):($11 / 2) \
                with boxxyerror fillstyle solid noborder linecolor rgb muted notitle
        } else {
            set yrange [low[row]:high[row]]
            set cbrange [0:sqrt(top_share)]
            plot data using ($1 == row && $3 == column ? $5 : NaN):7:($8 / 2):($9 / 2):(sqrt($11)) \
                with boxxyerror fillstyle solid noborder linecolor palette notitle
        }
        eval no_heading
    }
}
unset multiplot
