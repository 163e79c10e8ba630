# Floors a second by threads, with the line of a perfect share of the work.
# 7 floors, 8 seconds, 9 floors_per_second
eval heading
eval key_above
left = 84; right = width - 20; upper = 74; lower = 48
eval frame_single
set logscale xy 2
set format y '%.0s%c'
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
set ylabel y_text font small textcolor rgb muted noenhanced
least = 1e300
highest = 1
set table $ends
plot data using (least = $9 / $5 < least ? $9 / $5 : least, highest = largest(highest, $5), 0) with table
unset table
set xrange [0.8:highest * 1.25]
plot least * x with lines dashtype 2 linecolor rgb muted notitle, \
    for [s = 1:series] data using ($3 == s ? $5 : NaN):9 with points pointtype sign[s] pointsize 1 \
        linecolor rgb colour[s] title series_name[s] noenhanced
