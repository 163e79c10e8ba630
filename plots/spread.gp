# The share of every value along the swept setting, as dark as it is large, with its mean; frames: documented.
# 7 value, 8 count, 9 share, 10 mean, 11 documented_low, 12 documented_high
side = 54
set multiplot
eval name_places
eval slant
eval heading
set palette maxcolors 0
do for [p = 1:panels] {
    eval frame_panel
    set xlabel x_text font small textcolor rgb muted offset 0,0.6 noenhanced
    set ylabel (p % columns == 1 % columns ? y_text : '') font small textcolor rgb muted offset 1.2,0 noenhanced
    set yrange [*:*]
    plot data using ($1 == p ? $5 : NaN):7:(0.36):(0.5):9 with boxxyerror fillstyle solid noborder \
            linecolor palette notitle, \
        data using ($1 == p ? $5 : NaN):(($11 + $12) / 2):(0.44):(($12 - $11 + 1) / 2) with boxxyerror \
            fillstyle empty border rgb colour[2] linewidth 1.4 notitle, \
        data using ($1 == p ? $5 : NaN):10 with points pointtype 7 pointsize 0.45 linecolor rgb colour[5] notitle
    eval no_heading
}
unset multiplot
