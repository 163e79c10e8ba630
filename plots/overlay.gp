# The distribution of each metric, a line for each run.
# 7 count, 8 share
set multiplot
eval heading
eval key_above
set format y '%g'
do for [p = 1:panels] {
    eval frame_panel
    set yrange [0:*]
    plot for [s = 1:series] data using ($1 == p && $3 == s ? $5 : NaN):8 with lines linewidth 1.5 dashtype s \
            linecolor rgb colour[s] notitle, \
        for [s = 1:series] keyentry with lines linewidth 1.5 dashtype s linecolor rgb colour[s] \
            title series_name[s] noenhanced
    eval no_heading
}
unset multiplot
