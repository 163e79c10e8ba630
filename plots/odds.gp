# Documented and observed odds. On the left the odds themselves, in the middle observed minus documented.
# Names of claims and their populations stand on the left; what was refuted is crossed.
# 7 trials, 8 hits, 9 documented, 10 fraction, 11 observed, 12 low, 13 high, 14 … 16 difference, low, high, 17 source,
# 18 sentence, 19 verdict, 20 claim and population
farthest = 0
highest = 0
set table $ends
plot data using (highest = largest(highest, largest($9, $13)), low[1] = smallest(smallest(low[1], 0), $15), \
    high[1] = largest(largest(high[1], 0), $16), 0) with table
unset table
upper = 84
lower = 52
eval heading
left = 366
right = left + (width - left) * 0.31
set label 10 '' at screen across(left),up(height - 58) point pointtype 7 pointsize 0.75 linecolor rgb colour[1]
set label 11 'observed' at screen across(left + 9),up(height - 58) left font small textcolor rgb ink
set arrow 10 from screen across(left + 86),up(height - 52) to screen across(left + 86),up(height - 64) nohead \
    linewidth 3 linecolor rgb colour[2]
set label 12 'documented' at screen across(left + 94),up(height - 58) left font small textcolor rgb ink
set label 13 '' at screen across(left + 196),up(height - 58) point pointtype 2 pointsize 0.8 linewidth 1.6 \
    linecolor rgb colour[1]
set label 14 'observed, refuted' at screen across(left + 205),up(height - 58) left font small textcolor rgb ink
set multiplot
unset ytics
set yrange [xs + 0.6:0.4]
set grid xtics noytics
set border 1
eval frame_single
set xrange [0:tidy(highest, 5) * ceil(highest / tidy(highest, 5))]
set xtics tidy(highest, 5)
set xlabel 'share of trials' font small textcolor rgb muted offset 0,0.4
plot data using 9:($5 - 0.34):(0):(0.68) with vectors nohead linewidth 3 linecolor rgb colour[2] notitle, \
    data using 12:5:($13 - $12):(0) with vectors nohead linewidth 1.5 linecolor rgb colour[1] notitle, \
    data using (strcol(19) eq 'refuted' ? NaN : $11):5 with points pointtype 7 pointsize 0.6 linecolor rgb colour[1] notitle, \
    data using (strcol(19) eq 'refuted' ? $11 : NaN):5 with points pointtype 2 pointsize 0.7 linewidth 1.6 \
        linecolor rgb colour[1] notitle
eval no_heading
left = right + 40
right = width - 200
eval frame_single
step = tidy(high[1] - low[1], 4)
set xtics step
set xrange [step * floor(low[1] / step):step * ceil(high[1] / step)]
set xlabel 'difference, percentage points' font small textcolor rgb muted offset 0,0.4
set arrow 1 from first 0,graph 0 to first 0,graph 1 nohead linewidth 1.6 linecolor rgb colour[2] back
plot data using 15:5:($16 - $15):(0) with vectors nohead linewidth 1.5 linecolor rgb colour[1] notitle, \
    data using (strcol(19) eq 'refuted' ? NaN : $14):5 with points pointtype 7 pointsize 0.6 linecolor rgb colour[1] notitle, \
    data using (strcol(19) eq 'refuted' ? $14 : NaN):5 with points pointtype 2 pointsize 0.7 linewidth 1.6 \
        linecolor rgb colour[1] notitle
eval no_heading
# the words on the right are a plot of their own that shows nothing else
left = right
right = width
eval frame_single
unset border
unset tics
unset grid
unset xlabel
set xrange [0:right - left]
set label 1 'documented' at 18,graph 1 offset 0,0.5 left font small textcolor rgb muted
set label 2 'trials' at right - left - 14,graph 1 offset 0,0.5 right font small textcolor rgb muted
plot data using (18):($5 - 0.18):10 with labels left font small textcolor rgb ink noenhanced notitle, \
    data using (18):($5 + 0.2):17 with labels left font ',8' textcolor rgb muted noenhanced notitle, \
    data using (right - left - 14):5:(short($7)) with labels right font small textcolor rgb muted \
        noenhanced notitle
eval no_heading
left = 0
right = 366
eval frame_single
set xrange [0:366]
plot data using (14):($5 - 0.18):18 with labels left font small textcolor rgb ink noenhanced notitle, \
    data using (14):($5 + 0.2):20 with labels left font ',8' textcolor rgb muted \
        noenhanced notitle
unset multiplot
