# Shares stacked to a whole: a bar for each x, a layer for each value; the key has the names of all layers, also of thin ones.
# 7 count, 8 share, 9 below
shade(s) = series > 2 ? largest(0.05, 0.12 + 0.8 * (s - 2.0) / (series - 2)) : 0.5
# Patches of the layers' colours: a label's point takes its colour from the palette.
key_rows = 1
key_each = smallest(44, (width - 28) / largest(1, series))
side = 62
eval heading
do for [s = 1:series] { if (strlen(series_name[s]) > 0) { \
    key_x = key_left + key_each * (s - 1); \
    set label 10 + s '' at screen across(key_x + 6),up(height - 57) point pointtype 5 pointsize 1.1 linecolor palette frac shade(s); \
    set label 30 + s series_name[s] at screen across(key_x + 15),up(height - 57) left font small textcolor rgb ink noenhanced } }
set multiplot
unset grid
set yrange [0:100]
set ytics 20
set format y '%g %%'
do for [p = 1:panels] {
    eval frame_panel
    eval name_places
    plot data @of_panel using ($1 == p ? $5 : NaN):(100 * $9 + 50 * $8):(0.4):(50 * $8):(shade($3)) with boxxyerror \
            fillstyle solid noborder linecolor palette notitle, \
        data @of_panel using ($1 == p && $8 > 0.05 && panel_width(columns) / xs > 11 ? $5 : NaN):(100 * $9 + 50 * $8):4:(shade($3) > 0.45 ? word_on_full : word_on_pale) \
            with labels font small textcolor rgb variable noenhanced notitle
    eval no_heading
}
unset multiplot
