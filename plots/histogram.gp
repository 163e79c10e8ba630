# Distributions of values: bars for one configuration, a line with signs for each of several; thin lines: 95 % intervals.
# 7 width, 8 trials, 9 hits, 10 share, 11 low, 12 high
array first_x[64]
array last_x[64]
array width_of[64]
do for [i = 1:64] { first_x[i] = 1e300; last_x[i] = -1e300; width_of[i] = 1 }
set table $ends
plot data using (high[place($1)] = largest(high[place($1)], 100 * ($10 > 0 ? $12 : $10)), low[place($1)] = 0, \
    width_of[place($1)] = $7, \
    first_x[place($1)] = $10 > 0.0005 ? smallest(first_x[place($1)], $5) : first_x[place($1)], \
    last_x[place($1)] = $10 > 0.0005 ? largest(last_x[place($1)], $5) : last_x[place($1)], 0) with table
unset table
side = 58
has_key = series > 1
key_line = has_key
eval heading
set multiplot
do for [p = 1:panels] {
    eval frame_panel
    eval tidy_y
    set format y '%g %%'
    set xtics whole_steps(last_x[p] - first_x[p], last_x[p])
    pad = (series > 1 ? 1.1 : 0.7) * width_of[p]
    set xrange [largest(first_x[p] - pad, -0.7 * width_of[p]):last_x[p] + pad]
    if (series > 1) {
        plot for [s = 1:series] data @of_panel using ($1 == p && $3 == s && $10 > 0 ? $5 : NaN):(100 * $11):(0):(100 * ($12 - $11)) \
                with vectors nohead linewidth 0.7 dashtype solid linecolor rgb colour[s] notitle, \
            for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 : NaN):(100 * $10) with linespoints linewidth 1.2 \
                dashtype s pointtype sign[s] pointsize 0.4 linecolor rgb colour[s] notitle
    } else {
        plot data @of_panel using ($1 == p ? $5 : NaN):(50 * $10):($7 * 0.42):(50 * $10) with boxxyerror fillstyle solid noborder \
                linecolor rgb colour[1] notitle, \
            data @of_panel using ($1 == p && $10 > 0 ? $5 : NaN):(100 * $11):(0):(100 * ($12 - $11)) with vectors nohead \
                linewidth 0.9 linecolor rgb ink notitle
    }
    eval no_heading
}
unset multiplot
