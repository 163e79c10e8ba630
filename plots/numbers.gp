# The share of every value along the swept setting (the darker the larger) and the mean; frames: documented ranges.
# 7 value, 8 count, 9 share, 10 mean, 11 documented_low, 12 documented_high
side = 58
tallest = 0
set table $ends
plot data using (tallest = largest(tallest, $12 > $7 ? $12 : $7), 0) with table
unset table
do for [p = 1:panels] { low[p] = 0; high[p] = tallest + 1 }
colour_at(share) = sqrt(share)
bar_text = scale_text.' (the colour follows its square root)'
bar_right = smallest(width - 30, bar_left + 440)
eval bar_room
eval heading
set multiplot
do for [p = 1:panels] {
    eval frame_panel
    if (p == 1) { eval colour_bar }
    eval name_places
    eval tidy_y
    eval whole_y
    plot data @of_panel using ($1 == p ? $5 : NaN):7:(0.34):(0.5):(sqrt($9)) with boxxyerror fillstyle solid noborder \
            linecolor palette notitle, \
        data @of_panel using ($1 == p ? $5 : NaN):(($11 + $12) / 2):(0.44):(($12 - $11 + 1) / 2) with boxxyerror \
            linecolor rgb colour[2] linewidth 1.3 fillstyle empty border linecolor rgb colour[2] notitle, \
        data @of_panel using ($1 == p ? $5 : NaN):10 with points pointtype 7 pointsize 0.42 linecolor rgb colour[5] notitle
    eval no_heading
    unset colorbox
}
unset multiplot
