# A mean with its interval for each shape of room, on a logarithmic axis, with a sign for each series; the shape is drawn
# beside its name, in quarters of a cell.
# 7 mean, 8 low, 9 high
set table $ends
plot data using (low[1] = $8 > 0 ? smallest(low[1], $8) : $7 > 0 ? smallest(low[1], $7) : low[1], \
    high[1] = largest(high[1], $9), 0) with table
unset table
has_key = series > 1
if (has_key) { eval count_key }
if (paper) { height = int(130 + 20 * key_rows + largest(26, 9 * series) * xs) }
eval heading_single
left = 84; right = width - 24; upper = 62 + 20 * key_rows; lower = 48
eval frame_single
eval name_lines
set border 1
set grid xtics noytics
set for [i = 1:xs] arrow 100 + i from graph 0,first i to graph 1,first i nohead linewidth 0.6 linecolor rgb faint back
# Left, lower, right and upper edge of the rectangles of a shape.
all_names = '1x1 IH IV 1x2 IIV 2x1 IIH 2x2 LTL LTR LBL LBR'
all_parts = '1,1,3,3 1,1.5,3,2.5 1.5,1,2.5,3 1,0,3,4 1.5,0,2.5,4 0,1,4,3 0,1.5,4,2.5 0,0,4,4 0,0,4,2;2,0,4,4 \
0,0,4,2;0,0,2,4 0,2,4,4;2,0,4,4 0,2,4,4;0,0,2,4'
parts_of(name) = sum [k = 1:words(all_names)] (word(all_names, k) eq name ? k : 0)
field(part, n) = n == 1 ? part[1:strstrt(part, ',') - 1] : field(part[strstrt(part, ',') + 1:strlen(part)].',', n - 1)
unit = 5
place_y(i) = upper + (height - upper - lower) * (i - 0.4) / (xs + 0.2)
drawn = 400
do for [i = 1:xs] {
    k = int(parts_of(x_name[i]))
    part = k > 0 ? word(all_parts, k) : ''
    do for [half = 1:2] {
        cut = strstrt(part, ';')
        one = cut > 0 ? part[1:cut - 1] : part
        part = cut > 0 ? part[cut + 1:strlen(part)] : ''
        if (strlen(one) > 0) {
            drawn = drawn + 1
            set object drawn rectangle from screen across(16 + unit * (0.0 + field(one.',', 1))), \
                up(height - place_y(i) + unit * (field(one.',', 2) - 2.0)) to screen across(16 + unit * (0.0 + field(one.',', 3))), \
                up(height - place_y(i) + unit * (field(one.',', 4) - 2.0)) fillcolor rgb muted fillstyle solid noborder
        }
    }
}
set logscale x
set xrange [low[1] / 1.3:high[1] * 1.3]
if (high[1] / low[1] < 8 || width >= 480) {
    set xtics ('0.001' 0.001, '0.003' 0.003, '0.01' 0.01, '0.03' 0.03, '0.1' 0.1, '0.3' 0.3, '1' 1, '3' 3, '10' 10, '30' 30, '100' 100)
} else {
    set xtics ('0.001' 0.001, '0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100)
}
set xlabel x_text font small textcolor rgb muted offset 0,0.4 noenhanced
plot for [s = 1:series] data using ($3 == s && $7 > 0 ? largest($8, low[1] / 1.3) : NaN):($5 + dodge(s)): \
        ($9 - largest($8, low[1] / 1.3)):(0) with vectors nohead linewidth 1.4 linecolor rgb colour[s] notitle, \
    for [s = 1:series] data using ($3 == s && $7 > 0 ? $7 : NaN):($5 + dodge(s)) with points pointtype sign[s] \
        pointsize 0.7 linecolor rgb colour[s] notitle
