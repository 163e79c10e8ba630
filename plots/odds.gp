# Documented and observed odds. On the left the odds themselves, in the middle observed minus documented.
# Names of claims and their scenarios stand on the left; what was refuted is crossed.
# 7 trials, 8 hits, 9 documented, 10 fraction, 11 observed, 12 low, 13 high, 14 … 16 difference, low, high, 17 source,
# 18 sentence, 19 verdict, 20 claim and scenario
farthest = 0
highest = 0
set table $ends
plot data using (highest = largest(highest, largest($9, $13)), low[1] = smallest(smallest(low[1], 0), $15), \
    high[1] = largest(largest(high[1], 0), $16), 0) with table
unset table
# Where there is no room for the words on either side, they stand above the intervals.
is_stacked = width < 800
if (is_stacked) { height = 136 + 50 * xs }
upper = is_stacked ? 94 : 84
lower = 52
eval heading_single
left = is_stacked ? 24 : 366
right = is_stacked ? width * 0.46 : left + (width - left) * 0.31
key_x = is_stacked ? 20 : left
set label 10 '' at screen across(key_x),up(height - 58) point pointtype 7 pointsize 0.75 linecolor rgb colour[1]
set label 11 'observed' at screen across(key_x + 9),up(height - 58) left font small textcolor rgb ink
next_x = key_x + (is_stacked ? 74 : 86)
set arrow 10 from screen across(next_x),up(height - 52) to screen across(next_x),up(height - 64) nohead \
    linewidth 3 linecolor rgb colour[2]
set label 12 'documented' at screen across(next_x + 8),up(height - 58) left font small textcolor rgb ink
key_x = next_x + (is_stacked ? 74 : 94)
set label 13 '' at screen across(key_x + 16),up(height - 58) point pointtype 2 pointsize 0.8 linewidth 1.6 \
    linecolor rgb colour[1]
set label 14 'observed, refuted' at screen across(key_x + 25),up(height - 58) left font small textcolor rgb ink
shift = is_stacked ? 0.28 : 0
half = is_stacked ? 0.16 : 0.34
points_at = "for [k = 0:1] data using ((strcol(19) eq 'refuted') == k ? column(at) : NaN):($5 + shift) with points \
    pointtype (k ? 2 : 7) pointsize (k ? 0.7 : 0.6) linewidth (k ? 1.6 : 1) linecolor rgb colour[1] notitle"
set multiplot
unset ytics
set yrange [xs + 0.6:0.4]
set grid xtics noytics
set border 1
eval frame_single
pieces = is_stacked ? largest(2, int((right - left) / 34)) : 5
set xrange [0:tidy(highest, pieces) * ceil(highest / tidy(highest, pieces))]
set xtics tidy(highest, pieces)
set xlabel 'share of trials' font small textcolor rgb muted offset 0,0.4
at = 11
eval "plot data using 9:($5 + shift - half):(0):(2 * half) with vectors nohead linewidth 3 linecolor rgb colour[2] notitle, \
    data using 12:($5 + shift):($13 - $12):(0) with vectors nohead linewidth 1.5 linecolor rgb colour[1] notitle, ".points_at
eval no_heading
left = right + (is_stacked ? 24 : 40)
right = width - (is_stacked ? 20 : 200)
eval frame_single
step = tidy(high[1] - low[1], 4)
set xtics step
set xrange [step * floor(low[1] / step):step * ceil(high[1] / step)]
set xlabel (is_stacked ? 'difference, % points' : 'difference, percentage points') font small textcolor rgb muted offset 0,0.4
if (!is_stacked) { set arrow 1 from first 0,graph 0 to first 0,graph 1 nohead linewidth 1.6 linecolor rgb colour[2] back }
at = 14
eval "plot data using (is_stacked ? 0 : NaN):($5 + shift - half):(0):(2 * half) with vectors nohead linewidth 3 \
        linecolor rgb colour[2] notitle, \
    data using 15:($5 + shift):($16 - $15):(0) with vectors nohead linewidth 1.5 linecolor rgb colour[1] notitle, ".points_at
eval no_heading
unset border
unset tics
unset grid
unset xlabel
# the words are plots of their own that show nothing else
if (is_stacked) {
    left = 0; right = width
    eval frame_single
    set xrange [0:width]
    plot data using (14):($5 - 0.34):18 with labels left font small textcolor rgb ink noenhanced notitle, \
        data using (14):($5 - 0.08):(fitted(strcol(17), 5, width - 170)) with labels left font ',8' textcolor rgb muted \
            noenhanced notitle, \
        data using (width - 14):($5 - 0.08):(fitted(strcol(10), 5, 90).', '.short($7).' trials') with labels right font ',8' \
            textcolor rgb ink noenhanced notitle
} else {
    left = right
    right = width
    eval frame_single
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
}
unset multiplot
