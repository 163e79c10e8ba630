# Verdicts by document: a bar for each, with a piece for each verdict, and numbers. What was not judged has a number alone.
# 7 count, 8 below
highest = 1
set table $ends
plot data using (highest = largest(highest, $3 < 4 ? $7 + $8 : 0), 0) with table
unset table
widest = 0
do for [i = 1:xs] { widest = largest(widest, strlen(x_name[i])) }
array piece[4] = [colour[1], colour[2], colour[5], dark ? '#5a6070' : '#cccccc']
# Where there is no room for the names on the left, they stand above their bars.
is_stacked = width < 800
if (is_stacked) { height = 160 + 38 * xs }
eval heading_single
do for [s = 1:series] {
    key_x = 20 + (is_stacked ? 76 : 120) * (s - 1)
    set object 10 + s rectangle from screen across(key_x - 5),up(height - 63) to screen across(key_x + 5),up(height - 53) \
        fillcolor rgb piece[s] fillstyle solid noborder
    set label 30 + s series_name[s] at screen across(key_x + 12),up(height - 58) left font small textcolor rgb ink noenhanced
}
left = is_stacked ? 20 : 40 + 6.2 * widest; right = width - (is_stacked ? 152 : 190); upper = is_stacked ? 92 : 78; lower = 48
eval frame_single
if (is_stacked) {
    set yrange [xs + 0.6:0.4]
    unset ytics
    do for [i = 1:xs] { set label 100 + i x_name[i] at screen across(14),first i - 0.32 left font small textcolor rgb ink noenhanced }
} else {
    eval name_lines
}
shift = is_stacked ? 0.16 : 0
half = is_stacked ? 0.22 : 0.34
set border 1
set grid xtics noytics
set xrange [0:highest * 1.02]
set xtics tidy(highest, is_stacked ? 4 : 6)
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
beside = right + (is_stacked ? 34 : 50)
numbers(s) = beside + (is_stacked ? 35 : 38) * (s - 1)
do for [s = 1:series] {
    set object 50 + s rectangle from screen across(numbers(s) - 10),up(height - upper + 5) to screen across(numbers(s)),up(height - upper + 15) \
        fillcolor rgb piece[s] fillstyle solid noborder
}
set multiplot
plot for [s = 1:3] data using ($3 == s ? $8 + $7 / 2 : NaN):($5 + shift):($7 / 2):(half) with boxxyerror fillstyle solid \
    noborder linecolor rgb piece[s] notitle
eval no_heading
unset object
left = right; right = width
eval frame_single
unset border
unset tics
unset grid
unset xlabel
set xrange [left:right]
plot for [s = 1:series] data using ($3 == s ? numbers(s) : NaN):($5 + shift):(sprintf('%d', int($7))) with labels right font small \
    textcolor rgb ink noenhanced notitle
unset multiplot
