/* The HDF5 types of our values. */
#ifndef FL_ANALYSIS_STORE_TYPES_H
#define FL_ANALYSIS_STORE_TYPES_H

#include "analysis/store/store.h"

#include <hdf5.h>

/* The type of a text: variable length, UTF-8. The caller closes it; negative when HDF5 fails. */
hid_t fl_store_type_text(void);

/* The type in the file (little-endian everywhere) and in memory; `text` is returned for texts. */
hid_t fl_store_type_filed(fl_store_type type, hid_t text);
hid_t fl_store_type_native(fl_store_type type, hid_t text);

/* The type of ours that a type of a file is exactly; false when there is none. */
bool fl_store_type_find(hid_t filed, fl_store_type *out);

/* A text type of a file: variable length, whatever the character set says. */
bool fl_store_type_is_text(hid_t filed);

#endif
