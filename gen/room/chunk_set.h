/* A set of chunks: read from a text that people write, written as one, packed into a cartridge's bytes and back.
 *
 * The text is lines of "key: value"; a line that begins with # is a comment, but not inside a picture:
 *
 *     set: cellar                  a name, a line about it, the bytes it may take when packed
 *     about: rocks and pits
 *     bytes: 1024
 *
 *     chunk: corner_rock           then chunk by chunk
 *     doors: top left              none, one or both (default none)
 *     pure_corner: yes             (default no)
 *     clutter: 1                   0 to 31 (default 0)
 *     picture:
 *     ........                     eight lines of eight signs (gen/room/tile.c) */
#ifndef FL_GEN_ROOM_CHUNK_SET_H
#define FL_GEN_ROOM_CHUNK_SET_H

#include "gen/base/diag.h"
#include "gen/base/text.h"
#include "gen/room/chunk.h"

#include <stddef.h>

enum {
    FL_CHUNK_SET_MAX = 255,
    FL_CHUNK_SET_FILE = 1 << 18, /* bytes of a text */
    FL_CHUNK_SET_ABOUT = 96,
};

typedef struct fl_chunk_set {
    char name[FL_CHUNK_NAME];
    char about[FL_CHUNK_SET_ABOUT];
    unsigned bytes; /* what it may take, 0 = no limit */
    unsigned n;
    fl_chunk chunk[FL_CHUNK_SET_MAX];
} fl_chunk_set;

/* Reads a text; `name` stands in messages. */
FL_NODISCARD fl_err fl_room_chunk_set_read(fl_chunk_set *self, const char *text, size_t size,
                                           const char *name, fl_diag *diag);

/* A set that ships ("cellar"), or a file of one (with a / or ending in .txt). */
FL_NODISCARD fl_err fl_room_chunk_set_open(fl_chunk_set *self, const char *name, fl_diag *diag);

/* The text that reads as the same set. */
void fl_room_chunk_set_print(const fl_chunk_set *self, fl_text *out);

/* 33 bytes a chunk, one after the other; back they have the names chunk_1, chunk_2 … */
void fl_room_chunk_set_pack(const fl_chunk_set *self, fl_text *out);
FL_NODISCARD fl_err fl_room_chunk_set_unpack(fl_chunk_set *self, const void *data, size_t size,
                                             const char *name, fl_diag *diag);

/* Whether names are unique and the set fits its bytes. */
FL_NODISCARD fl_err fl_room_chunk_set_check(const fl_chunk_set *self, const char *name, fl_diag *diag);

/* The doors of a chunk as a text: "top left", "none". */
const char *fl_room_chunk_set_doors(unsigned flags);

#endif
