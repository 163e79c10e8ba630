# The distribution of each metric, a line for each run. Values on less than one floor in 2000 are cut off.
# 7 count, 8 share
array first_x[64]
array last_x[64]
do for [i = 1:64] { first_x[i] = 1e300; last_x[i] = -1e300 }
set table $ends
plot data using (low[place($1)] = 0, high[place($1)] = largest(high[place($1)], 100 * $8), \
    first_x[place($1)] = $8 > 0.0005 ? smallest(first_x[place($1)], $5) : first_x[place($1)], \
    last_x[place($1)] = $8 > 0.0005 ? largest(last_x[place($1)], $5) : last_x[place($1)], 0) with table
unset table
eval heading
key_line = 1
eval key_above
foot = 46
side = 60
set multiplot
do for [p = 1:panels] {
    eval frame_panel
    eval tidy_y
    set format y '%g %%'
    set xtics largest(1, tidy(last_x[p] - first_x[p], 6))
    pad = 1.1
    set xrange [largest(first_x[p] - pad, -0.5):last_x[p] + pad]
    plot for [s = 1:series] data using ($1 == p && $3 == s ? $5 : NaN):(100 * $8) with linespoints linewidth 1.3 dashtype s \
            pointtype sign[s] pointsize 0.32 linecolor rgb colour[s] notitle
    eval no_heading
}
unset multiplot
