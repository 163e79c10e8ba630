# Differences along the swept setting, with 95 % intervals; of pairs in grey those of independent samples.
# 7 difference, 8 standard_error, 9 low, 10 high, 11 unpaired_low, 12 unpaired_high
set table $ends
plot data using (low[place($1)] = smallest(low[place($1)], 0), high[place($1)] = largest(high[place($1)], 0), \
    low[place($1)] = smallest(low[place($1)], smallest($9, $7)), high[place($1)] = largest(high[place($1)], largest($10, $7)), \
    low[place($1)] = smallest(low[place($1)], $11 == $11 ? $11 : 0), high[place($1)] = largest(high[place($1)], $12 == $12 ? $12 : 0), \
    0) with table
unset table
side = 58
has_key = series > 1
eval heading
set multiplot
do for [p = 1:panels] {
    eval frame_panel
    eval name_places
    eval tidy_y
    eval loose_y
    plot 0 with lines linewidth 0.8 linecolor rgb muted notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):11:(0):($12 - $11) \
            with vectors nohead linewidth 5 linecolor rgb (dark ? '#5a6070' : '#cccccc') notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):9:(0):($10 - $9) \
            with vectors nohead linewidth 1.6 linecolor rgb colour[s] notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + dodge(s) : NaN):7 \
            with points pointtype sign[s] pointsize 0.42 linecolor rgb colour[s] notitle
    eval no_heading
}
unset multiplot
