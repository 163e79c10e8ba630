/* A room as a line of JSON. */
#ifndef FL_EXPERIMENTS_ROOMS_ROOM_JSON_H
#define FL_EXPERIMENTS_ROOMS_ROOM_JSON_H

#include "gen/base/text.h"
#include "gen/room/room.h"

/* {"generator":"room","version":1,"set":"cellar","seed":"1","index":7,"size":16,"doors":"NES","rows":["..o…"],
 * "parts":[{"slot":"top left corner","chunk":"moat","turn":4}],"metrics":{"clutter":93,…}} and a line's end. */
void fl_rooms_json_write(const fl_room_rules *rules, const fl_key *key, const fl_interior *room,
                         bool has_metrics, fl_text *out);

#endif
