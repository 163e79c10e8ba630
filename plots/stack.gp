# Shares stacked to one: a bar for each place, a layer for each value (its name is written in the layer).
# 7 count, 8 share, 9 below
side = 54
set multiplot
eval name_places
eval slant
eval heading
set yrange [0:1]
shade(s) = series > 2 ? 0.12 + 0.8 * (s - 2.0) / (series - 2) : 0.5
do for [p = 1:panels] {
    eval frame_panel
    set xlabel x_text font small textcolor rgb muted offset 0,0.6 noenhanced
    set ylabel (p % columns == 1 % columns ? y_text : '') font small textcolor rgb muted offset 1.2,0 noenhanced
    plot data using ($1 == p ? $5 : NaN):($9 + $8 / 2):(0.4):($8 / 2):(shade($3)) with boxxyerror \
            fillstyle solid noborder linecolor palette notitle, \
        data using ($1 == p && $8 > 0.04 ? $5 : NaN):($9 + $8 / 2):4:(shade($3) > 0.45 != dark ? 0xffffff : 0x1a1a1a) \
            with labels font small textcolor rgb variable noenhanced notitle
    eval no_heading
}
unset multiplot
