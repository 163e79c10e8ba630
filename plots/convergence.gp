# A share of rolls as it settles: the share so far, the confidence sequence around it, the documented chance. The first trials,
# with which anything is possible, are left out, so that neither line nor band leaves the frame.
# 7 trials, 8 share, 9 low, 10 high, 11 documented, 12 fraction
array fraction[64]
array centre[64]
array from[64]
array to[64]
do for [i = 1:64] { from[i] = 1e300; to[i] = -1e300 }
narrow(chance) = 1.8 * (chance < 0.5 ? chance : 1 - chance)
set table $fractions
plot data using (fraction[place($1)] = strcol(12), centre[place($1)] = $11, to[place($1)] = largest(to[place($1)], $5), \
    from[place($1)] = $10 - $9 <= narrow($11) ? smallest(from[place($1)], $5) : from[place($1)], 0) with table
unset table
do for [p = 1:panels] { if (from[p] >= to[p]) { from[p] = 0 } }
is_shown(p, x) = x >= from[p]
first_x = 1e300
array first_of[64]
do for [i = 1:64] { first_of[i] = 1e300 }
set table $ends
plot data using (is_shown(place($1), $5) ? (low[place($1)] = smallest(low[place($1)], 100 * smallest($9, $11)), \
    high[place($1)] = largest(high[place($1)], 100 * largest($10, $11)), \
    first_of[place($1)] = smallest(first_of[place($1)], $5), 0) : 0) with table
unset table
behind = 56
side = 60
eval heading
set multiplot
set logscale x
set xtics ('10' 1e1, '100' 1e2, '1k' 1e3, '10k' 1e4, '100k' 1e5, '1M' 1e6, '10M' 1e7, '100M' 1e8, '1G' 1e9)
set grid noxtics
band = dark ? '#2c4a66' : '#cfe0ee'
do for [p = 1:panels] {
    eval frame_panel
    eval tidy_y
    set format y '%g %%'
    set xrange [0.9 * first_of[p]:to[p] * 1.05]
    set label 5 fraction[p] at graph 1,first 100 * centre[p] offset character 0.5,0 left textcolor rgb colour[2] \
        font ',11' noenhanced
    plot data @of_panel using ($1 == p && is_shown(p, $5) ? $5 : NaN):(100 * $9):(100 * $10) with filledcurves fillcolor rgb band \
            fillstyle solid noborder notitle, \
        data @of_panel using ($1 == p && is_shown(p, $5) ? $5 : NaN):(100 * $11) with lines linewidth 1.6 dashtype 2 \
            linecolor rgb colour[2] notitle, \
        data @of_panel using ($1 == p && is_shown(p, $5) ? $5 : NaN):(100 * $8) with linespoints pointtype 7 pointsize 0.35 \
            linewidth 1.4 linecolor rgb colour[1] notitle
    eval no_heading
}
unset multiplot
