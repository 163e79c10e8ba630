# Each metric along the swept setting: mean, middle half, middle 90 % of the floors.
# 7 n, 8 mean, 9 q05, 10 q25, 11 q50, 12 q75, 13 q95
set multiplot
eval name_places
eval slant
eval heading
if (series > 1) { eval key_above }
do for [p = 1:panels] {
    eval frame_panel
    set xlabel (p > panels - columns ? x_text : '') font small textcolor rgb muted offset 0,0.6 noenhanced
    plot for [s = 1:series] data using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):9:(0):($13 - $9) \
            with vectors nohead linewidth 0.9 linecolor rgb colour[s] notitle, \
        for [s = 1:series] data using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):10:(0):($12 - $10) \
            with vectors nohead linewidth 3.2 linecolor rgb colour[s] notitle, \
        for [s = 1:series] data using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):8 \
            with points pointtype sign[s] pointsize 0.62 linecolor rgb ink notitle, \
        for [s = 1:series] keyentry with points pointtype sign[s] pointsize 0.8 linecolor rgb colour[s] \
            title series_name[s] noenhanced
    eval no_heading
}
unset multiplot
