# Shares along the swept setting, with intervals; bars stand where something is documented.
# 7 trials, 8 hits, 9 share, 10 low, 11 high, 12 documented
set multiplot
eval name_places
eval slant
eval heading
eval key_above
set format y '%g'
do for [p = 1:panels] {
    eval frame_panel
    set xlabel (p > panels - columns ? x_text : '') font small textcolor rgb muted offset 0,0.6 noenhanced
    set yrange [0:*]
    plot for [s = 1:series] data using ($1 == p && $3 == s ? $5 - 0.32 : NaN):12:(0.64):(0) \
            with vectors nohead linewidth 5 linecolor rgb (dark ? '#5a6070' : '#c9c9c9') notitle, \
        for [s = 1:series] data using ($1 == p && $3 == s ? $5 : NaN):9 \
            with lines linewidth 1.3 dashtype s linecolor rgb colour[s] notitle, \
        for [s = 1:series] data using ($1 == p && $3 == s ? $5 : NaN):10:(0):($11 - $10) \
            with vectors nohead linewidth 1 linecolor rgb colour[s] notitle, \
        for [s = 1:series] data using ($1 == p && $3 == s ? $5 : NaN):9 \
            with points pointtype sign[s] pointsize 0.6 linecolor rgb colour[s] notitle, \
        for [s = 1:series] keyentry with linespoints pointtype sign[s] pointsize 0.7 linewidth 1.3 dashtype s \
            linecolor rgb colour[s] title series_name[s] noenhanced
    eval no_heading
}
unset multiplot
