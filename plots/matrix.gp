# Shares in percent: a row for each series, a column for each x. What the columns are stands above and below.
# 7 y, 8 count, 9 share
widest = 0
do for [i = 1:series] { widest = largest(widest, strlen(series_name[i])) }
left = (paper ? 20 : 44) + (paper ? 5.8 : 6.4) * widest; right = width - (paper ? 10 : 20); upper = 84; lower = 44
if (paper) { height = 130 + 15 * series }
is_tight = (right - left) / largest(1, xs) < 26
columns = 1
eval heading_single
panel_width(n) = right - left
eval frame_single
set grid noxtics noytics
set border 0
p = 1
eval name_places
last_name = -64
do for [i = 1:xs] { if (strlen(x_name[i]) > 0 && i - last_name >= name_step) { last_name = i; set label 200 + i x_name[i] at first i,graph 1 offset character 0,0.7 center font small \
    textcolor rgb ink noenhanced } }
set label 6 x_text at graph 0.5,screen up(5) center font small textcolor rgb muted noenhanced
set label 5 x_text at graph 0,graph 1 offset character -1,0.7 right font small textcolor rgb muted noenhanced
set label 4 y_text at screen across(14),graph 0.5 center rotate font small textcolor rgb muted noenhanced
if (paper) { unset label 4 }
set yrange [series + 0.5:0.5]
unset ytics
unset xtics
set for [i = 1:series] label 300 + i series_name[i] at graph 0,first i offset character -0.8,0 right font small \
    textcolor rgb ink noenhanced
set for [i = 1:series - 1] arrow 100 + i from graph 0,first i + 0.5 to graph 1,first i + 0.5 nohead linewidth 0.4 \
    linecolor rgb faint back
highest = 0
set table $peaks
plot data using (highest = largest(highest, $9), 0) with table
unset table
set cbrange [0:highest]
percent(share) = share >= (is_tight ? 0.0095 : 0.0995) ? sprintf('%.0f', 100 * share) : sprintf('%.1f', 100 * share)
plot data using 5:7:(0.48):(0.46):9 with boxxyerror fillstyle solid noborder linecolor palette notitle, \
    data using 5:7:($9 >= 0.0005 ? percent($9) : ''):($9 > 0.5 * highest ? word_on_full : word_on_pale) \
        with labels font (is_tight ? ',8' : ',9') textcolor rgb variable noenhanced notitle
