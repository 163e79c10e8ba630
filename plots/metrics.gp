# Each metric along the swept setting: mean, middle half, middle 90 % of the floors.
# 7 n, 8 mean, 9 q05, 10 q25, 11 q50, 12 q75, 13 q95
set table $ends
plot data using (low[place($1)] = smallest(low[place($1)], smallest($8, $9)), \
    high[place($1)] = largest(high[place($1)], largest($8, $13)), 0) \
    with table
unset table
side = 58
# Where bars stand side by side, signs have no room for a halo: the bars are paler.
pale(s) = (series > 2 ? '#80' : '#00').substr(colour[s], 2, 7)
has_key = series > 1
eval heading
set multiplot
do for [p = 1:panels] {
    eval frame_panel
    eval name_places
    eval tidy_y
    eval whole_y
    eval loose_y
    plot for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):9:(0):($13 - $9) \
            with vectors nohead linewidth 0.9 linecolor rgb colour[s] notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):10:(0):($12 - $10) \
            with vectors nohead linewidth 3.2 linecolor rgb pale(s) notitle, \
        for [s = 1:(series > 2 ? 0 : series)] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):8 \
            with points pointtype sign[s] pointsize 0.8 linecolor rgb background notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):8 \
            with points pointtype sign[s] pointsize (series > 2 ? 0.4 : 0.52) linecolor rgb colour[s] notitle
    eval no_heading
}
unset multiplot
