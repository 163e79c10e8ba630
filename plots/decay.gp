# The share of values that are at least x, on a logarithmic axis.
# 7 count, 8 share
side = width < 480 ? 66 : 82
x_low = 1e300; x_high = 0; y_low = 1
set table $ends
plot data using (x_low = smallest(x_low, $5), x_high = largest(x_high, $5), y_low = smallest(y_low, $8), 0) with table
unset table
key_line = 1
has_key = series > 1
eval heading
set multiplot
set logscale y
set ytics ('100 %%' 1, '10 %%' 0.1, '1 %%' 0.01, '0.1 %%' 0.001, '0.01 %%' 1e-4, '0.001 %%' 1e-5, '10⁻⁶' 1e-6, '10⁻⁷' 1e-7, \
    '10⁻⁸' 1e-8, '10⁻⁹' 1e-9)
# Numbers of attempts range from one to thousands; then the x axis is logarithmic, too.
x_high = largest(x_high, x_low + 1)
margin = 0.02 * (x_high - x_low)
set xtics whole_steps(x_high - x_low, x_high)
set xrange [x_low - margin:x_high + margin]
if (x_low >= 1 && x_high > 60 * x_low) {
    set logscale x
    set xtics 10
    set mxtics 1
    set xrange [0.9 * x_low:1.1 * x_high]
}
set yrange [smallest(y_low / 1.5, 0.06):1.3]
do for [p = 1:panels] {
    eval frame_panel
    plot for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 : NaN):8 with linespoints pointtype sign[s] \
            pointsize 0.55 linewidth 1.3 dashtype s linecolor rgb colour[s] notitle
    eval no_heading
}
unset multiplot
