# The share of values that are at least so large, on a logarithmic axis.
# 7 count, 8 share
side = 58
set multiplot
eval heading
eval key_above
set logscale y
set format y '%g'
set ytics 10
x_low = 1e9; x_high = 0; y_low = 1
smallest(a, b) = a < b ? a : b
set table $ends
plot data using (x_low = smallest(x_low, $5), x_high = largest(x_high, $5), y_low = smallest(y_low, $8), 0) with table
unset table
set xrange [x_low:x_high + (x_high == x_low)]
set yrange [y_low / 1.5:1.3]
do for [p = 1:panels] {
    eval frame_panel
    set xlabel (p > panels - columns ? x_text : '') font small textcolor rgb muted offset 0,0.5 noenhanced
    set ylabel (p % columns == 1 % columns ? y_text : '') font small textcolor rgb muted offset 0.6,0 noenhanced
    plot for [s = 1:series] data using ($1 == p && $3 == s ? $5 : NaN):8 with linespoints pointtype sign[s] \
            pointsize 0.55 linewidth 1.3 dashtype s linecolor rgb colour[s] notitle, \
        for [s = 1:series] keyentry with linespoints pointtype sign[s] pointsize 0.7 linewidth 1.3 dashtype s \
            linecolor rgb colour[s] title series_name[s] noenhanced
    eval no_heading
}
unset multiplot
