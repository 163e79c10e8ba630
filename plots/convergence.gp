# How a share of rolls settles: the share so far, the confidence sequence around it, the documented chance.
# 7 trials, 8 share, 9 low, 10 high, 11 documented, 12 fraction
array fraction[64]
array centre[64]
set table $fractions
plot data using (fraction[place($1)] = strcol(12), centre[place($1)] = $11, \
    high[place($1)] = largest(high[place($1)], $5), low[place($1)] = smallest(low[place($1)], $5), 0) with table
unset table
behind = 56
eval heading
set multiplot
set logscale x
set xtics ('10' 1e1, '100' 1e2, '1k' 1e3, '10k' 1e4, '100k' 1e5, '1M' 1e6, '10M' 1e7, '100M' 1e8, '1G' 1e9)
set grid noxtics
band = dark ? '#2c4a66' : '#cfe0ee'
do for [p = 1:panels] {
    eval frame_panel
    reach = 0.8 * (centre[p] < 0.5 ? centre[p] : 1 - centre[p])
    set xrange [largest(20, 0.7 * low[p]):high[p] * 1.05]
    set yrange [centre[p] - reach:centre[p] + reach]
    set ytics tidy(2 * reach, 6)
    set label 5 fraction[p] at graph 1,first centre[p] offset character 0.5,0 left textcolor rgb colour[2] \
        font ',11' noenhanced
    plot data using ($1 == p ? $5 : NaN):9:10 with filledcurves fillcolor rgb band fillstyle solid noborder notitle, \
        data using ($1 == p ? $5 : NaN):11 with lines linewidth 1.6 dashtype 2 linecolor rgb colour[2] notitle, \
        data using ($1 == p ? $5 : NaN):8 with linespoints pointtype 7 pointsize 0.35 linewidth 1.4 \
            linecolor rgb colour[1] notitle
    eval no_heading
}
unset multiplot
