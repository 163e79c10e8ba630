/* What the reading child tells its parent through a pipe: a stream of records with lengths in front.
 *
 * The parent trusts nothing in it: every length is checked before memory is taken. */
#ifndef FL_ANALYSIS_STORE_CHILD_PIPE_H
#define FL_ANALYSIS_STORE_CHILD_PIPE_H

#include "analysis/store/store.h"

typedef struct fl_store_pipe {
    int file;
    bool is_broken; /* the other side went away, or talks nonsense */
    size_t used, filled;
    unsigned char data[1 << 14];
} fl_store_pipe;

void fl_store_pipe_init(fl_store_pipe *self, int file);

/* Sending; a failure shows in is_broken. Items go with their values unless those stay out of memory. */
void fl_store_pipe_put_text(fl_store_pipe *self, const char *name, const char *text);
void fl_store_pipe_put_number(fl_store_pipe *self, const char *name, uint64_t number);
void fl_store_pipe_put_item(fl_store_pipe *self, const fl_store_item *item);

/* Ends the stream: with an error, or well (NULL). */
void fl_store_pipe_put_end(fl_store_pipe *self, const fl_diag *diag);

/* Receives all into an empty store. FL_ERR_DAMAGED with is_broken: the stream ended early. */
FL_NODISCARD fl_err fl_store_pipe_take_all(fl_store_pipe *self, fl_store *out, const char *path,
                                           fl_diag *diag);

#endif
