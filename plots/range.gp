# Expressive range: two metrics of each sample, and each alone along the edges. The colour follows the square root of the
# share, so that rare combinations can be seen.
# 7 y, 8 width, 9 height, 10 count, 11 share
array tallest[64]
do for [i = 1:64] { tallest[i] = 0 }
x_low = 1e300; x_high = -1e300; y_low = 1e300; y_high = -1e300
set table $peaks
plot data using (tallest[place($1)] = largest(tallest[place($1)], $11), \
    x_low = $1 == 1 ? smallest(x_low, $5 - $8 / 2) : x_low, x_high = $1 == 1 ? largest(x_high, $5 + $8 / 2) : x_high, \
    y_low = $1 == 1 ? smallest(y_low, $7 - $9 / 2) : y_low, y_high = $1 == 1 ? largest(y_high, $7 + $9 / 2) : y_high, \
    0) with table
unset table
eval heading
set multiplot
edge = 84
left = 58; right = width - edge - 20; upper = 62 + edge; lower = 98
eval frame_single
unset grid
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set xtics tidy(x_high - x_low, 8)
set ytics tidy(y_high - y_low, 8)
set xlabel x_text font small textcolor rgb ink offset 0,0.5 noenhanced
set label 4 y_text at screen across(14),graph 0.5 center rotate font small textcolor rgb ink noenhanced
set cbrange [0:sqrt(tallest[1])]
set colorbox user horizontal origin screen across(left),up(36) size screen across((right - left) * 0.6),up(9) - up(0) noborder
set cbtics () scale 0 font small textcolor rgb muted offset 0,0.5
set for [i = 0:3] cbtics add (sprintf('%.2g %%%%', 100 * tallest[1] * (i / 3.0) ** 2) sqrt(tallest[1]) * i / 3.0)
set label 5 'of all' at screen across(left + (right - left) * 0.6 + 12),up(40) left font small \
    textcolor rgb muted
plot data using ($1 == 1 ? $5 : NaN):7:($8 / 2):($9 / 2):(sqrt($11)) with boxxyerror fillstyle solid noborder \
    linecolor palette notitle
eval no_heading
unset colorbox
unset xlabel
unset tics
unset border
upper = 56; lower = height - 56 - edge
eval frame_single
set yrange [0:tallest[2] * 1.02]
plot data using ($1 == 2 ? $5 : NaN):($11 / 2):($8 * 0.46):($11 / 2) with boxxyerror fillstyle solid noborder \
    linecolor rgb muted notitle
left = right + 6; right = left + edge; upper = 62 + edge; lower = 98
eval frame_single
set xrange [0:tallest[3] * 1.02]
set yrange [y_low:y_high]
plot data using ($1 == 3 ? $11 / 2 : NaN):5:($11 / 2):($8 * 0.46) with boxxyerror fillstyle solid noborder \
    linecolor rgb muted notitle
unset multiplot
