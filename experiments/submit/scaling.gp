# The time of a run against the number of nodes: `gnuplot -e "format = 'svg'" scaling.gp` beside scaling.tsv, both of which
# scaling.py makes. Columns: 1 work, 2 failures, 3 nodes, 4 mean, 5 nineteen in twenty, 6 no cost but counting (seconds).
# Okabe and Ito's colours; dashes and signs differ as well.
set encoding utf8
set datafile separator tab
data = 'scaling.tsv'
if (format eq 'svg') { set terminal svg size 900,430 background '#ffffff' font 'sans-serif,12' noenhanced }
if (format eq 'png') { set terminal pngcairo size 1800,860 background '#ffffff' font 'DejaVu Sans,12' fontscale 1.5 linewidth 2 pointscale 2 noenhanced }
set output 'scaling.'.format
array colour[3] = ['#0072b2', '#009e73', '#d55e00']
array sign[3] = [7, 9, 5]
array dash[3] = [1, 2, 4]
array failures[3] = ['no failures', 'a node fails once in 30 days', 'a node fails once a day']
array work[2] = ['10¹² classic floors', '10⁹ Rebirth floors']

set logscale xy
set border 3 linecolor rgb '#666666' linewidth 0.8
set tics nomirror scale 0.5 textcolor rgb '#1a1a1a' font ',10'
set grid xtics ytics linetype 1 linewidth 0.6 linecolor rgb '#e4e4e4'
set xrange [0.7:15000]
set yrange [10:1e5]
set xtics ('1' 1, '10' 10, '100' 100, '1,000' 1000, '10,000' 10000)
set ytics ('10 s' 10, '1 min' 60, '5 min' 300, '20 min' 1200, '1 h' 3600, '3 h' 10800, '10 h' 36000)
set xlabel 'nodes of two processors, one shard each' textcolor rgb '#666666' font ',10'
set key at screen 0.5,0.075 center center horizontal maxrows 2 maxcols 4 samplen 3 width -2 font ',10' textcolor rgb '#1a1a1a'
set multiplot layout 1,2 margins 0.085,0.985,0.24,0.82 spacing 0.075,0.1
set label 1 'More nodes help until the scheduler and merge, which take each shard in turn, need longer than counting' \
    at screen 0.015,0.955 left font ',13' textcolor rgb '#1a1a1a'
set label 2 'Signs: mean of simulated runs; bars: up to where 19 in 20 runs have ended; dotted: counting alone, divided by the nodes' \
    at screen 0.015,0.895 left font ',10' textcolor rgb '#666666'
do for [w = 1:2] {
    set label 3 work[w] at graph 0.98,0.94 right font ',11' textcolor rgb '#1a1a1a'
    set ylabel (w == 1 ? 'time from submission to the merged result' : '') textcolor rgb '#666666' font ',10'
    if (w == 2) { unset key; unset label 1; unset label 2 }
    plot data using ($1 == w && $2 == 1 ? $3 : NaN):6 with lines linewidth 1.4 dashtype 3 linecolor rgb '#666666' title 'counting alone', \
        for [f = 1:3] data using ($1 == w && $2 == f ? $3 * (1 + 0.06 * (f - 2)) : NaN):4:4:5 with yerrorbars pointtype sign[f] pointsize 0.01 \
            linewidth 1 linecolor rgb colour[f] notitle, \
        for [f = 1:3] data using ($1 == w && $2 == f ? $3 * (1 + 0.06 * (f - 2)) : NaN):4 with linespoints pointtype sign[f] pointsize 0.7 \
            linewidth 1.3 dashtype dash[f] linecolor rgb colour[f] title failures[f]
}
unset multiplot
