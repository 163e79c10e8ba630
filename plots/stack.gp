# Shares stacked to one: a bar for each x, a layer for each value, whose name stands in the layer.
# 7 count, 8 share, 9 below
side = 58
eval heading
set multiplot
unset grid
set yrange [0:1]
set ytics 0.2
shade(s) = series > 2 ? 0.12 + 0.8 * (s - 2.0) / (series - 2) : 0.5
do for [p = 1:panels] {
    eval frame_panel
    eval name_places
    plot data using ($1 == p ? $5 : NaN):($9 + $8 / 2):(0.4):($8 / 2):(shade($3)) with boxxyerror \
            fillstyle solid noborder linecolor palette notitle, \
        data using ($1 == p && $8 > 0.05 ? $5 : NaN):($9 + $8 / 2):4:(shade($3) > 0.45 ? word_on_full : word_on_pale) \
            with labels font small textcolor rgb variable noenhanced notitle
    eval no_heading
}
unset multiplot
