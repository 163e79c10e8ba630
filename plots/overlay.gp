# Several runs: along the swept setting mean, middle half and middle 90 % of each metric; of one configuration the distribution,
# a line for each run, without the values of less than one sample in 2000.
# 7 n, 8 mean, 9 q05, 10 q25, 11 q50, 12 q75, 13 q95; of one configuration 7 count, 8 share
is_along = 0
do for [i = 1:64] { if (strlen(x_name[i]) > 0 && x_name[i] ne '-') { is_along = 1 } }
if (is_along) {
    set table $ends
    plot data using (low[place($1)] = smallest(low[place($1)], smallest($8, $9)), \
        high[place($1)] = largest(high[place($1)], largest($8, $13)), 0) \
        with table
    unset table
    side = 58
    has_key = 1
    eval heading
    set multiplot
    do for [p = 1:panels] {
        eval frame_panel
        eval name_places
        eval tidy_y
        eval whole_y
        eval loose_y
        plot for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):9:(0):($13 - $9) \
                with vectors nohead linewidth 0.9 linecolor rgb colour[s] notitle, \
            for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):10:(0):($12 - $10) \
                with vectors nohead linewidth 3.2 linecolor rgb colour[s] notitle, \
            for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):8 \
                with points pointtype sign[s] pointsize (series > 2 ? 0.55 : 0.8) linecolor rgb background notitle, \
            for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):8 \
                with points pointtype sign[s] pointsize (series > 2 ? 0.4 : 0.52) linecolor rgb colour[s] notitle
        eval no_heading
    }
    unset multiplot
} else {
    array first_x[64]
    array last_x[64]
    do for [i = 1:64] { first_x[i] = 1e300; last_x[i] = -1e300 }
    set table $ends
    plot data using (low[place($1)] = 0, high[place($1)] = largest(high[place($1)], 100 * $8), \
        first_x[place($1)] = $8 > 0.0005 ? smallest(first_x[place($1)], $5) : first_x[place($1)], \
        last_x[place($1)] = $8 > 0.0005 ? largest(last_x[place($1)], $5) : last_x[place($1)], 0) with table
    unset table
    key_line = 1
    has_key = 1
    side = 60
    eval heading
    set multiplot
    do for [p = 1:panels] {
        eval frame_panel
        eval tidy_y
        set format y '%g %%'
        set xtics whole_steps(last_x[p] - first_x[p], last_x[p])
        pad = 1.1
        set xrange [largest(first_x[p] - pad, -0.5):last_x[p] + pad]
        plot for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 : NaN):(100 * $8) with linespoints linewidth 1.3 dashtype s \
                pointtype sign[s] pointsize 0.32 linecolor rgb colour[s] notitle
        eval no_heading
    }
    unset multiplot
}
