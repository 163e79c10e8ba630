# Floors a second by number of threads, with the line of perfect scaling.
# 7 floors, 8 seconds, 9 floors_per_second
least = 1e300
highest = 1
set table $ends
plot data using (least = smallest(least, $9 / $5), highest = largest(highest, $5), high[1] = largest(high[1], $9), 0) \
    with table
unset table
has_key = 1
eval count_key
if (paper) { height = 300 + 20 * key_rows }
eval heading_single
left = 84; right = width - 20; upper = 62 + 20 * key_rows; lower = 48
eval frame_single
set logscale xy 2
set format y '%.0s%c'
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
set label 4 y_text at screen across(14),graph 0.5 center rotate font small textcolor rgb muted noenhanced
set xrange [0.8:highest * 1.25]
set yrange [least * 0.7:high[1] * 1.4]
plot least * x with lines dashtype 2 linecolor rgb muted notitle, \
    for [s = 1:series] data using ($3 == s ? $5 : NaN):9 with points pointtype sign[s] pointsize 1 \
        linecolor rgb colour[s] notitle
