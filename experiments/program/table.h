/* Tables for people and, with the same cells, JSON arrays for programs. */
#ifndef FL_EXPERIMENTS_PROGRAM_TABLE_H
#define FL_EXPERIMENTS_PROGRAM_TABLE_H

#include "gen/base/text.h"

enum { FL_TABLE_COLUMNS = 16 };

typedef struct fl_table {
    char columns[256]; /* names with blanks between */
    unsigned columns_n;
    bool is_number[FL_TABLE_COLUMNS]; /* numbers stand to the right, and bare in JSON */
    fl_text cells;                    /* one after the other, each closed by a NUL */
    unsigned cells_n;
} fl_table;

void fl_program_table_init(fl_table *self);
void fl_program_table_free(fl_table *self);

/* FL_ERR_MEMORY if a cell was lost. */
FL_NODISCARD fl_err fl_program_table_check(const fl_table *self);

/* Names the columns; then cells are added row by row. */
void fl_program_table_columns(fl_table *self, const char *names);
void fl_program_table_add(fl_table *self, const char *cell);
void fl_program_table_add_number(fl_table *self, int64_t number);

/* Aligned columns; the last one is wrapped so that lines stay readable. */
void fl_program_table_write(const fl_table *self, fl_text *out);

/* An array of objects. */
void fl_program_table_write_json(const fl_table *self, fl_text *out);

#endif
