# Documented against observed odds. On the left the odds themselves, on the right how far the observed is off.
# 7 trials, 8 hits, 9 documented, 10 fraction, 11 observed, 12 low, 13 high, 14 … 16 difference, low, high, 17 source
set multiplot
eval heading
lower = 48
upper = 66
set yrange [xs + 0.6:0.4]
set ytics () noenhanced
set for [i = 1:xs] ytics add (x_name[i] i)
set grid xtics noytics
set border 1
set ytics scale 0
left = 268
right = left + (width - left) * 0.44
eval frame_single
set xrange [0:*]
set xtics autofreq
set format x '%g'
set xlabel 'share of rolls' font small textcolor rgb muted offset 0,0.4
set key at screen across(left),up(height - 46) left top horizontal Left reverse samplen 1 width 1 maxrows 1 \
    textcolor rgb ink font small noenhanced
plot data using 9:5:(0):(0.34) with vectors nohead linewidth 3 linecolor rgb colour[2] notitle, \
    data using 9:5:(0):(-0.34) with vectors nohead linewidth 3 linecolor rgb colour[2] notitle, \
    data using 12:5:($13 - $12):(0) with vectors nohead linewidth 1.5 linecolor rgb colour[1] notitle, \
    data using 11:5 with points pointtype 7 pointsize 0.6 linecolor rgb colour[1] notitle, \
    keyentry with points pointtype 7 pointsize 0.8 linecolor rgb colour[1] title 'observed', \
    keyentry with lines linewidth 3 linecolor rgb colour[2] title 'documented'
eval no_heading
left = right + 30
right = width - 150
eval frame_single
set ytics ()
set for [i = 1:xs] ytics add ('' i)
set xrange [*:*]
set xlabel 'observed − documented, percentage points' font small textcolor rgb muted offset 0,0.4
set arrow 1 from first 0,graph 0 to first 0,graph 1 nohead linewidth 1.6 linecolor rgb colour[2] back
outer = right
set label 4 'documented' at screen across(outer + 14),up(height - upper + 10) left font small textcolor rgb muted
set label 5 'rolls' at screen across(width - 14),up(height - upper + 10) right font small textcolor rgb muted
plot data using 15:5:($16 - $15):(0) with vectors nohead linewidth 1.5 linecolor rgb colour[1] notitle, \
    data using 14:5 with points pointtype 7 pointsize 0.6 linecolor rgb colour[1] notitle
unset label
unset arrow
# the words on the right, on a plot of their own that shows nothing else
left = outer
right = width - 1
eval frame_single
unset border
unset tics
unset grid
unset xlabel
set xrange [0:right - left]
plot data using (14):5:10 with labels left font small textcolor rgb ink noenhanced notitle, \
    data using (right - left - 13):5:(sprintf('%.0f', $7)) with labels right font small textcolor rgb muted \
        noenhanced notitle
unset multiplot
