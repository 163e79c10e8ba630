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
edge = width < 480 ? 46 : 84
colour_at(share) = sqrt(share)
bar_high = tallest[1]
left = 58; right = width - edge - 20
bar_left = left
bar_right = left + (right - left) * (paper ? 1 : 0.7)
bar_text = scale_text.' (the colour follows its square root)'
eval bar_room
upper = 62 + edge; lower = 50 + bar_space
if (paper) { height = int(upper + lower + 0.92 * (right - left)) }
eval heading_single
set multiplot
eval frame_single
unset grid
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set xtics largest(1, tidy(x_high - x_low, (right - left) / 45))
set ytics largest(1, tidy(y_high - y_low, 8))
set xlabel x_text font small textcolor rgb ink offset 0,0.5 noenhanced
set label 4 y_text at screen across(14),graph 0.5 center rotate font small textcolor rgb ink noenhanced
eval colour_bar
plot data using ($1 == 1 ? $5 : NaN):7:($8 / 2):($9 / 2):(colour_at($11)) with boxxyerror fillstyle solid noborder \
    linecolor palette notitle
eval no_heading
unset colorbox
unset xlabel
unset tics
unset border
high_lower = height - 56 - edge
range_upper = upper
upper = 56; range_lower = lower; lower = high_lower
eval frame_single
set yrange [0:tallest[2] * 1.02]
plot data using ($1 == 2 ? $5 : NaN):($11 / 2):($8 * 0.46):($11 / 2) with boxxyerror fillstyle solid noborder \
    linecolor rgb muted notitle
left = right + 6; right = left + edge; upper = range_upper; lower = range_lower
eval frame_single
set xrange [0:tallest[3] * 1.02]
set yrange [y_low:y_high]
plot data using ($1 == 3 ? $11 / 2 : NaN):5:($11 / 2):($8 * 0.46) with boxxyerror fillstyle solid noborder \
    linecolor rgb muted notitle
unset multiplot
