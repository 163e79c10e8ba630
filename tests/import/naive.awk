# A small generator of someone else, in another language: 10 rooms that grow from a start, the last one the boss, as maps.
#     awk -f naive.awk -v floors=100
function grow(    n, at, x, y, s) {
    delete room
    room[4, 3] = "@"; list[1] = 4; row[1] = 3
    for (n = 1; n < 10;) {
        at = 1 + int(rand() * n); s = int(rand() * 4)
        x = list[at] + (s == 0) - (s == 1); y = row[at] + (s == 2) - (s == 3)
        if (x >= 0 && x < 9 && y >= 0 && y < 8 && !((x, y) in room)) {
            list[++n] = x; row[n] = y
            room[x, y] = n == 10 ? "B" : "#"
        }
    }
}
BEGIN {
    srand(1)
    for (i = 0; i < floors; i++) {
        grow()
        for (y = 0; y < 8; y++) {
            line = ""
            for (x = 0; x < 9; x++) line = line ((x, y) in room ? room[x, y] : ".")
            print line
        }
        print ""
    }
}
