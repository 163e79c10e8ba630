# Expressive range: two metrics of each floor, and each alone along the edges.
# 7 y, 8 width, 9 height, 10 count, 11 share
array tallest[3]
tallest[1] = 0; tallest[2] = 0; tallest[3] = 0
x_low = 1e9; x_high = -1e9; y_low = 1e9; y_high = -1e9
smallest(a, b) = a < b ? a : b
set table $peaks
plot data using (tallest[place($1)] = largest(tallest[place($1)], $11), \
    x_low = $1 == 1 ? smallest(x_low, $5 - $8 / 2) : x_low, x_high = $1 == 1 ? largest(x_high, $5 + $8 / 2) : x_high, \
    y_low = $1 == 1 ? smallest(y_low, $7 - $9 / 2) : y_low, y_high = $1 == 1 ? largest(y_high, $7 + $9 / 2) : y_high, \
    0) with table
unset table
set multiplot
eval heading
edge = 84
left = 62; right = width - edge - 20; upper = 58 + edge; lower = 78
eval frame_single
set border 3
unset grid
set xrange [x_low:x_high]
set yrange [y_low:y_high]
set xlabel x_text font small textcolor rgb ink offset 0,0.3 noenhanced
set ylabel y_text font small textcolor rgb ink offset 0.8,0 noenhanced
set cbrange [0:tallest[1]]
set colorbox user horizontal origin screen across(left),up(22) size screen across(right - left),up(9) \
    noborder
set cbtics scale 0 font small textcolor rgb muted offset 0,0.6
set format cb '%g'
set cblabel 'share of floors' font small textcolor rgb muted offset 0,1.3
plot data using ($1 == 1 ? $5 : NaN):7:($8 / 2):($9 / 2):11 with boxxyerror fillstyle solid noborder \
    linecolor palette notitle
eval no_heading
unset colorbox
unset xlabel
unset ylabel
unset tics
unset border
upper = 52; lower = height - 52 - edge
eval frame_single
set yrange [0:tallest[2] * 1.02]
plot data using ($1 == 2 ? $5 : NaN):($11 / 2):($8 * 0.46):($11 / 2) with boxxyerror fillstyle solid noborder \
    linecolor rgb muted notitle
left = right + 6; right = left + edge; upper = 58 + edge; lower = 78
eval frame_single
set xrange [0:tallest[3] * 1.02]
set yrange [y_low:y_high]
plot data using ($1 == 3 ? $11 / 2 : NaN):5:($11 / 2):($8 * 0.46) with boxxyerror fillstyle solid noborder \
    linecolor rgb muted notitle
unset multiplot
