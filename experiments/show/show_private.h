/* What the files of this folder share and nobody outside needs. */
#ifndef FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H
#define FL_EXPERIMENTS_SHOW_SHOW_PRIVATE_H

/* `show --rooms`: a floor as one picture with the insides of its normal rooms.
 *
 * Every cell of a normal room holds a small chunk room (gen/room); to its doors come the sides where the room goes on. Cell c
 * of floor f takes room number 40000 f + c of the floor's seed, by the default rules of chunk rooms. Other rooms are
 * empty, with their sign. */

enum { FL_SHOW_INSIDE_CELLS = 600 /* of the picture; more would be megabytes */ };

#endif
