# Shares of one thing or another: a line for each, a sign with its interval for each series; a bar marks what is documented.
# 7 trials, 8 hits, 9 share, 10 low, 11 high, 12 documented
set table $ends
plot data using (high[1] = largest(high[1], largest($11, $12 == $12 ? $12 : 0)), 0) with table
unset table
widest = 0
do for [i = 1:xs] { widest = largest(widest, strlen(x_name[i])) }
has_key = series > 1
if (has_key) { eval count_key }
if (paper) { height = int(150 + 20 * key_rows + largest(22, 13 * series) * xs) }
eval heading_single
numbers = paper ? 56 : 110
left = (paper ? 18 : 40) + 6.4 * widest; right = width - numbers; upper = 66 + 20 * key_rows; lower = 50
set multiplot
eval frame_single
eval name_lines
set border 1
set grid xtics noytics
step = tidy(high[1], smallest(6, (right - left) / 34))
set xrange [0:step * ceil(high[1] / step)]
set xtics step
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
plot for [s = 1:series] data using ($3 == s ? $12 : NaN):($5 + dodge(s) - 0.09):(0):(0.18) \
        with vectors nohead linewidth 4 linecolor rgb (dark ? '#5a6070' : '#cccccc') notitle, \
    for [s = 1:series] data using ($3 == s ? $10 : NaN):($5 + dodge(s)):($11 - $10):(0) \
        with vectors nohead linewidth 1.5 linecolor rgb colour[s] notitle, \
    for [s = 1:series] data using ($3 == s ? $9 : NaN):($5 + dodge(s)) with points pointtype sign[s] pointsize 0.7 \
        linecolor rgb colour[s] notitle
eval no_heading
left = right
right = width
eval frame_single
unset border
unset tics
unset grid
unset xlabel
set xrange [0:numbers]
plot for [s = 1:series] data using ($3 == s ? numbers - 14 : NaN):($5 + dodge(s)):(sprintf('%.2f %%', 100 * $9)) with labels right \
    font ',9' textcolor rgb colour[s] noenhanced notitle
unset multiplot
