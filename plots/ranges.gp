# Expressive range of two metrics: a panel for each configuration, all with the same axes and colours. The colour follows the
# square root of the share, so that rare combinations can be seen.
# 7 y, 8 width, 9 height, 10 count, 11 share
side = 58
top_share = 0
x_low = 1e300; x_high = -1e300; y_low = 1e300; y_high = -1e300
set table $peaks
plot data using (top_share = largest(top_share, $11), x_low = smallest(x_low, $5 - $8 / 2), \
    x_high = largest(x_high, $5 + $8 / 2), y_low = smallest(y_low, $7 - $9 / 2), y_high = largest(y_high, $7 + $9 / 2), 0) \
    with table
unset table
colour_at(share) = sqrt(share)
bar_high = top_share
bar_right = smallest(width - 30, bar_left + 440)
bar_text = scale_text.' (the colour follows its square root)'
eval bar_room
plot_height(w) = 0.8 * w
eval heading
set multiplot
unset grid
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set xtics largest(1, tidy(x_high - x_low, panel_width(columns) / 34))
set ytics largest(1, tidy(y_high - y_low, panel_height(rows) / 20))
do for [p = 1:panels] {
    eval frame_panel
    if (p == 1) { eval colour_bar }
    plot data @of_panel using ($1 == p ? $5 : NaN):7:($8 / 2):($9 / 2):(colour_at($11)) with boxxyerror fillstyle solid noborder \
        linecolor palette notitle
    eval no_heading
    unset colorbox
}
unset multiplot
