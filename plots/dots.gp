# A mean for each thing, on a logarithmic axis, a sign for each series.
# 7 mean
eval heading
if (series > 1) { eval key_above }
left = 70; right = width - 24; upper = 76; lower = 48
eval frame_single
set yrange [xs + 0.6:0.4]
set ytics () noenhanced
set for [i = 1:xs] ytics add (x_name[i] i)
set ytics scale 0
set border 1
set grid xtics ytics
set logscale x
set format x '%g'
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
plot for [s = 1:series] data using ($3 == s && $7 > 0 ? $7 : NaN):($5 + dodge(s) / 2) with points pointtype sign[s] \
        pointsize 0.9 linecolor rgb colour[s] notitle, \
    for [s = 1:series] keyentry with points pointtype sign[s] pointsize 0.9 linecolor rgb colour[s] \
        title series_name[s] noenhanced
