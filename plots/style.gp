# What all figures share. The script that loads this file sets: name, format, dark, width, height, title_text,
# note_text, x_text, y_text. The table <name>.tsv begins with: panel panel_name series series_name x x_name.
#
# Colours are those of Okabe and Ito (safe for colour-blind eyes); dashes and signs differ as well, so that a grey
# print can be read. Texts are never "enhanced": a title with {, ^ or @ in it stays as it is.

data = name.'.tsv'
set encoding utf8
set datafile separator tab
set datafile commentschars ''
set datafile columnheaders

background = dark ? '#16181d' : '#ffffff'
ink = dark ? '#e6e6e6' : '#1a1a1a'
muted = dark ? '#9aa0a8' : '#666666'
faint = dark ? '#343840' : '#e4e4e4'

font = 'DejaVu Sans'
if (format eq 'svg') {
    set terminal svg size width,height background background font 'sans-serif,12' rounded noenhanced
}
if (format eq 'png') {
    set terminal pngcairo size 2*width,2*height background background font font.',12' fontscale 2 linewidth 2 \
        pointscale 2 rounded noenhanced
}
if (format eq 'pdf') {
    set terminal pdfcairo size width/96.0,height/96.0 background background font font.',12' fontscale 0.75 \
        linewidth 0.8 pointscale 0.8 rounded noenhanced
}
set output name.'.'.format

small = ',10'
array colour[8] = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f', '#b8a800']
array sign[8] = [7, 5, 9, 13, 11, 6, 4, 8]
if (dark) {
    colour[1] = '#4fa8e0'
    colour[2] = '#f08a3c'
    colour[3] = '#2fc79a'
}
if (dark) {
    set palette defined (0 '#16181d', 0.02 '#1f2a44', 0.25 '#31508c', 0.5 '#4f86b8', 0.75 '#8fc1b5', 1 '#f6efb0')
} else {
    set palette defined (0 '#ffffff', 0.02 '#eef3f9', 0.25 '#b5cfe6', 0.5 '#6b9fcb', 0.75 '#2b6aa8', 1 '#08264f')
}
set cbrange [0:1]
unset colorbox

set border 3 linecolor rgb muted linewidth 0.8
set tics nomirror scale 0.5 textcolor rgb ink font small
set grid ytics linetype 1 linewidth 0.6 linecolor rgb faint
set grid noxtics back
unset key

# Panels, series and places, and their names.
array panel_name[64]
array series_name[64]
array x_name[64]
do for [i = 1:64] { panel_name[i] = ''; series_name[i] = ''; x_name[i] = '' }
panels = 0
series = 0
xs = 0
largest(a, b) = a > b ? a : b
place(i) = i >= 1 && i <= 64 ? int(i) : 64
set table $names
plot data using (panels = largest(panels, int($1)), panel_name[place($1)] = strcol(2), \
                 series = largest(series, int($3)), series_name[place($3)] = strcol(4), \
                 xs = largest(xs, int($5)), x_name[place($5)] = strcol(6), 0) with table
unset table

# Panels in rows of up to four. Sizes are in points of the screen; `side` and `foot` are the room left of and below
# each panel, `top` the room for title, note and key.
top = 74
side = 46
foot = 40
gap = 14
end = 12
columns_of(n) = n <= 3 ? n : n == 4 ? 2 : n <= 6 ? 3 : 4
columns = columns_of(panels)
rows = columns > 0 ? (panels + columns - 1) / columns : 1
across(x) = (1.0 * x) / width
up(y) = (1.0 * y) / height
panel_width(n) = (width - end - n * side - (n - 1) * gap) / (1.0 * n)
panel_height(n) = (height - top - end - n * foot - (n - 1) * (gap + 10)) / (1.0 * n)
left_of(p) = side + ((p - 1) % columns) * (panel_width(columns) + side + gap)
above(p) = height - top - ((p - 1) / columns) * (panel_height(rows) + foot + gap + 10)
frame_panel = "set lmargin at screen across(left_of(p)); \
    set rmargin at screen across(left_of(p) + panel_width(columns)); \
    set tmargin at screen up(above(p)); set bmargin at screen up(above(p) - panel_height(rows)); \
    set label 3 panel_name[p] at graph 0,1 offset character 0,0.7 left textcolor rgb ink font small noenhanced"
frame_single = "set lmargin at screen across(left); set rmargin at screen across(right); \
    set tmargin at screen up(height - upper); set bmargin at screen up(lower)"

# The heading stands on the first plot of a page.
heading = "set label 1 title_text at screen across(14),up(height - 18) left font ',14' textcolor rgb ink noenhanced; \
    set label 2 note_text at screen across(14),up(height - 37) left font small textcolor rgb muted noenhanced"
no_heading = "unset label 1; unset label 2; unset key"
key_above = "set key at screen across(10),up(height - 45) left top horizontal Left reverse samplen 1.2 width 1 \
    height 0 maxrows 1 textcolor rgb ink font small noenhanced"

# Words along the x axis, slanted where they are long.
longest = 0
do for [i = 1:64] { longest = largest(longest, strlen(x_name[i])) }
name_places = "set xtics () noenhanced; set for [i = 1:xs] xtics add (x_name[i] i); set xrange [0.4:xs + 0.6]"
slant = "if (longest > 5) { set xtics rotate by -30 } else { set xtics norotate }"
dodge(s) = series > 1 ? (s - (series + 1) / 2.0) * 0.62 / series : 0
at(p, s) = "($1 == ".p." && $3 == ".s." ? $5 : NaN)"
