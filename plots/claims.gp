# Claims, a line each: what it says and its id, observed minus documented in tolerances (the band agrees with the
# document), what is documented, what was observed. What lies beyond the frame is drawn at its edge as an arrowhead.
# 3 verdict (1 confirmed, 2 refuted, 3 undecided), 7 sentence, 8 source, 9 documented, 10 observed, 11 low, 12 high,
# 13 … 15 difference, low, high, 16 agrees_from, 17 agrees_to, 18 trials
edge = 4.0
array said[3] = ['confirmed', 'refuted', 'undecided']
array mark[3] = [7, 2, 6]
array tint[3] = [colour[1], colour[2], ink]
clip(x) = x > edge ? edge : x < -edge ? -edge : x
rows_plot = "plot data using ((clip($16) + clip($17)) / 2):($5 + shift):((clip($17) - clip($16)) / 2):(half) with boxxyerror \
        fillstyle solid noborder linecolor rgb band notitle, \
    for [s = 1:3] data using ($3 == s ? clip($14) : NaN):($5 + shift):(clip($15) - clip($14)):(0) with vectors nohead \
        linewidth 1.5 linecolor rgb tint[s] notitle, \
    for [s = 1:3] data using ($3 == s && abs($13) <= edge ? $13 : NaN):($5 + shift) with points pointtype mark[s] \
        pointsize 0.8 linewidth 1.6 linecolor rgb tint[s] notitle, \
    for [s = 1:3] data using ($3 == s && $13 > edge ? edge * 0.93 : NaN):($5 + shift):(edge * 0.12):(0) with vectors head \
        filled size screen 0.010,20 linewidth 1.6 linecolor rgb tint[s] notitle, \
    for [s = 1:3] data using ($3 == s && $13 < -edge ? -edge * 0.93 : NaN):($5 + shift):(-edge * 0.12):(0) with vectors head \
        filled size screen 0.010,20 linewidth 1.6 linecolor rgb tint[s] notitle"
# Where there is no room for three columns, the words stand above the intervals.
is_stacked = width < 800
if (is_stacked) { height = 134 + 50 * xs }
eval heading_single
band = dark ? '#2c4a66' : '#cfe0ee'
do for [s = 1:3] {
    key_x = 20 + (is_stacked ? 84 : 110) * (s - 1)
    set label 10 + s '' at screen across(key_x),up(height - 60) point pointtype mark[s] pointsize 0.8 linecolor rgb tint[s]
    set label 30 + s said[s] at screen across(key_x + 10),up(height - 60) left font small textcolor rgb ink noenhanced
}
key_x = is_stacked ? 20 : 355
key_y = is_stacked ? 78 : 60
set object 10 rectangle from screen across(key_x - 8),up(height - key_y - 6) to screen across(key_x + 8),up(height - key_y + 6) \
    fillcolor rgb band fillstyle solid noborder
set label 20 (is_stacked ? 'agrees' : 'agrees with the document') at screen across(key_x + 15),up(height - key_y) left font small textcolor rgb ink noenhanced
if (is_stacked) { set label 21 'documented → observed of trials' at screen across(width - 14),up(height - key_y) right font ',9' \
    textcolor rgb ink noenhanced }
left = is_stacked ? 20 : 400; right = width - (is_stacked ? 16 : 264); upper = is_stacked ? 90 : 92; lower = 46
shift = is_stacked ? 0.26 : 0
half = is_stacked ? 0.16 : 0.32
set multiplot
eval frame_single
unset ytics
set yrange [xs + 0.6:0.4]
set border 1
set grid xtics noytics
set xrange [-edge * 1.06:edge * 1.06]
set xtics 1
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
eval rows_plot
eval no_heading
unset border
unset tics
unset grid
unset xlabel
if (is_stacked) {
    left = 0; right = width
    eval frame_single
    set xrange [0:width]
    plot data using (14):($5 - 0.36):7 with labels left font small textcolor rgb ink noenhanced notitle, \
        data using (14):($5 - 0.1):(fitted(strcol(8), 5, width - 190)) with labels left font ',8' textcolor rgb muted \
            noenhanced notitle, \
        data using (width - 14):($5 - 0.1):(fitted(strcol(9), 5, 90).' → '.sprintf('%.4g', $10).' of '.short($18)) \
            with labels right font ',8' textcolor rgb ink noenhanced notitle
} else {
    words = left
    left = 0
    right = words
    eval frame_single
    set xrange [0:words]
    plot data using (14):($5 - 0.18):7 with labels left font small textcolor rgb ink noenhanced notitle, \
        data using (14):($5 + 0.2):(strcol(6).' · '.strcol(8)) with labels left font ',8' textcolor rgb muted noenhanced notitle
    left = width - 264
    right = width
    eval frame_single
    set xrange [0:264]
    set label 1 'documented' at 8,graph 1 offset 0,0.5 left font small textcolor rgb muted
    set label 2 'observed' at 198,graph 1 offset 0,0.5 right font small textcolor rgb muted
    set label 3 'trials' at 252,graph 1 offset 0,0.5 right font small textcolor rgb muted
    plot data using (8):5:9 with labels left font small textcolor rgb ink noenhanced notitle, \
        data using (198):5:(sprintf('%.4g', $10)) with labels right font small textcolor rgb ink noenhanced notitle, \
        data using (252):5:(short($18)) with labels right font small textcolor rgb muted noenhanced notitle
}
unset multiplot
