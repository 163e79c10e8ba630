# Where rooms lie: each panel is the board seen from above, all in the same colours. The number beside a panel is the share of
# its fullest cell. With own_scales = 1 each panel has colours of its own, from none to its fullest cell, as start and
# normal rooms and any room have among others: they are on every floor, and would leave little colour for the rest.
# 7 y, 8 count, 9 share, 10 peak
own_scales = 0
array peak[64]
tallest = 0
least = 1
most = 0
is_apart(p) = own_scales || (panels > 2 && (panel_name[p] eq 'start' || panel_name[p] eq 'any room' || panel_name[p] eq 'normal'))
set table $peaks
plot data using (peak[place($1)] = $10, tallest = largest(tallest, int($7)), \
    most = is_apart(place($1)) ? most : largest(most, $10), \
    least = $9 > 0 && !is_apart(place($1)) ? smallest(least, $9) : least, 0) with table
unset table
widest = xs
lowest_peak = most
apart = 0
do for [p = 1:panels] { apart = apart + is_apart(p); lowest_peak = peak[p] > 0 && !is_apart(p) ? smallest(lowest_peak, peak[p]) : lowest_peak }
# Where the fullest cells of two panels are far apart, equal steps of colour are equal factors.
is_log = most > 8 * lowest_peak
most = most > 0 ? most : 1
# Shares of less than 1/2000 of the largest have the faintest colour: else little would be left for the others.
has_rarer = is_log && least < most / 2000
least = largest(least, most / 2000)
colour_at(share) = is_log ? log10(share) : share
bar_low = is_log ? least / largest(1.2, (most / least) ** 0.06) : 0
bar_high = most
bar_text = scale_text.(is_log ? '; logarithmic: equal steps of colour are equal factors'.(has_rarer ? sprintf('; faintest: %.2g %% or less', 100 * least) : '') : '') \
    .(apart > 0 ? '; any, normal and start: from 0 to their own number' : '')
if (!own_scales) { eval bar_room }
foot = 8
side = 12
room_each = panels > 9 ? 80 : 110
ratio = (tallest + 1.0) / (widest + 1.0)
plot_height(w) = ratio * w
eval heading
bar_from = own_scales ? 0 : colour_at(bar_low)
bar_to = own_scales ? 1 : colour_at(bar_high)
set multiplot
unset grid
unset tics
set border 15 linecolor rgb faint
set size ratio ratio
shown(p, share) = !(share > 0) ? NaN : is_apart(p) ? bar_from + (bar_to - bar_from) * share / peak[p] : colour_at(largest(share, least))
do for [p = 1:panels] {
    eval frame_panel
    if (p == 1 && !own_scales) { eval colour_bar }
    set label 5 sprintf('%.3g %%', 100 * peak[p]) at graph 1,1 offset character 0,0.7 right textcolor rgb muted font small
    set xrange [-0.5:widest + 0.5]
    set yrange [tallest + 0.5:-0.5]
    plot data @of_panel using ($1 == p && $9 > 0 ? $5 : NaN):7:(0.5):(0.5):(shown(p, $9)) \
        with boxxyerror fillstyle solid noborder linecolor palette notitle, \
        NaN notitle
    eval no_heading
    unset colorbox
}
unset multiplot
