# Shares in percent: a row for each series, a column for each x.
# 7 y, 8 count, 9 share
eval heading
widest = 0
do for [i = 1:series] { widest = largest(widest, strlen(series_name[i])) }
left = 44 + 6.4 * widest; right = width - 20; upper = 70; lower = 44
eval frame_single
unset grid
set border 0
columns = 1
eval name_places
set label 6 x_text at graph 0.5,screen up(5) center font small textcolor rgb muted noenhanced
set label 4 y_text at screen across(14),graph 0.5 center rotate font small textcolor rgb muted noenhanced
set yrange [series + 0.5:0.5]
unset ytics
unset xtics
set for [i = 1:series] label 200 + i series_name[i] at graph 0,first i offset character -0.8,0 right font small \
    textcolor rgb ink noenhanced
highest = 0
set table $peaks
plot data using (highest = largest(highest, $9), 0) with table
unset table
set cbrange [0:highest]
percent(share) = share >= 0.0995 ? sprintf('%.0f', 100 * share) : sprintf('%.1f', 100 * share)
plot data using 5:7:(0.48):(0.46):9 with boxxyerror fillstyle solid noborder linecolor palette notitle, \
    data using 5:7:($9 >= 0.0005 ? percent($9) : ''):($9 > 0.5 * highest ? word_on_full : word_on_pale) \
        with labels font ',9' textcolor rgb variable noenhanced notitle
