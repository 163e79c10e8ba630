# A mean for each x, on a logarithmic axis, with a sign for each series.
# 7 mean
set table $ends
plot data using (low[1] = $7 > 0 ? smallest(low[1], $7) : low[1], high[1] = largest(high[1], $7), 0) with table
unset table
eval heading
if (series > 1) { eval key_above }
left = 70; right = width - 24; upper = 62 + 20 * key_rows; lower = 48
eval frame_single
eval name_lines
set border 1
set grid xtics noytics
set for [i = 1:xs] arrow 100 + i from graph 0,first i to graph 1,first i nohead linewidth 0.6 linecolor rgb faint back
set logscale x
set xrange [low[1] / 1.3:high[1] * 1.3]
set xtics ('0.001' 0.001, '0.003' 0.003, '0.01' 0.01, '0.03' 0.03, '0.1' 0.1, '0.3' 0.3, '1' 1, '3' 3, '10' 10, '30' 30)
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
plot for [s = 1:series] data using ($3 == s && $7 > 0 ? $7 : NaN):($5 + dodge(s) / 2) with points pointtype sign[s] \
        pointsize 0.9 linecolor rgb colour[s] notitle
