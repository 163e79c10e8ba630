# Shares along the swept setting, with intervals; a bar marks a documented share. Only numbers are joined by lines.
# 7 trials, 8 hits, 9 share, 10 low, 11 high, 12 documented
set table $ends
plot data using (low[place($1)] = 0, high[place($1)] = largest(high[place($1)], 100 * largest($11, $12 == $12 ? $12 : 0)), 0) with table
unset table
key_line = is_numbers
has_key = series > 1
side = 60
eval heading
# Signs side by side; where lines join them, only a little, so that intervals can be seen.
near(s) = is_numbers ? 0.25 * dodge(s) : dodge(s)
set multiplot
do for [p = 1:panels] {
    eval frame_panel
    eval name_places
    eval tidy_y
    set format y '%g %%'
    set format x ''
    plot for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 - 0.4 : NaN):(100 * $12):(0.8):(0) \
            with vectors nohead linewidth 5 dashtype solid linecolor rgb (dark ? '#5a6070' : '#cccccc') notitle, \
        for [s = 1:series] data @of_panel using (is_numbers ? piece(p, s, $1, $3, $5 + near(s), 100 * $9) : NaN):(from_y):(last_x - from_x):(last_y - from_y) \
            with vectors nohead linewidth 1.3 dashtype s linecolor rgb colour[s] notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + near(s) : NaN):(100 * $10):(0):(100 * ($11 - $10)) \
            with vectors nohead linewidth 1 dashtype solid linecolor rgb colour[s] notitle, \
        for [s = 1:series] data @of_panel using ($1 == p && $3 == s ? $5 + near(s) : NaN):(100 * $9) \
            with points pointtype sign[s] pointsize 0.6 linecolor rgb colour[s] notitle
    eval no_heading
}
unset multiplot
