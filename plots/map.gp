# Where rooms lie: each panel is the board seen from above; the number beside it is the share of the fullest cell.
# 7 y, 8 count, 9 share, 10 peak
array peak[64]
tallest = 0
set table $peaks
plot data using (peak[place($1)] = $10, tallest = largest(tallest, int($7)), 0) with table
unset table
widest = xs
eval heading
set multiplot
unset grid
unset tics
set border 15 linecolor rgb faint
foot = 8
side = 12
set size ratio (tallest + 1.0) / (widest + 1.0)
do for [p = 1:panels] {
    eval frame_panel
    set label 5 sprintf('%.3g %%', 100 * peak[p]) at graph 1,1 offset character 0,0.7 right textcolor rgb muted font small
    set xrange [-0.5:widest + 0.5]
    set yrange [tallest + 0.5:-0.5]
    plot data using ($1 == p ? $5 : NaN):7:(0.5):(0.5):(peak[p] > 0 ? $9 / peak[p] : 0) \
        with boxxyerror fillstyle solid noborder linecolor palette notitle
    eval no_heading
}
unset multiplot
