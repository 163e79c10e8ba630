/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The HDF5 types of values. They are known only at run time, so the table is a switch. */
#include "analysis/store/store_private.h"

hid_t fl_store_type_text(void)
{
    hid_t text = H5Tcopy(H5T_C_S1);
    if (text >= 0 && (H5Tset_size(text, H5T_VARIABLE) < 0 || H5Tset_cset(text, H5T_CSET_UTF8) < 0)) {
        H5Tclose(text);
        return -1;
    }
    return text;
}

hid_t fl_store_type_transfer(void)
{
    enum { CONVERTED = 16384 }; /* bytes at a time; by default a megabyte is cleared for each dataset */
    hid_t list = H5Pcreate(H5P_DATASET_XFER);
    if (list >= 0 && H5Pset_buffer(list, CONVERTED, NULL, NULL) < 0) {
        H5Pclose(list);
        return -1;
    }
    return list;
}

hid_t fl_store_type_filed(fl_store_type type, hid_t text)
{
    switch (type) {
    case FL_STORE_U8:
        return H5T_STD_U8LE;
    case FL_STORE_U16:
        return H5T_STD_U16LE;
    case FL_STORE_I32:
        return H5T_STD_I32LE;
    case FL_STORE_U64:
        return H5T_STD_U64LE;
    case FL_STORE_I64:
        return H5T_STD_I64LE;
    case FL_STORE_F64:
        return H5T_IEEE_F64LE;
    default:
        return text;
    }
}

hid_t fl_store_type_native(fl_store_type type, hid_t text)
{
    switch (type) {
    case FL_STORE_U8:
        return H5T_NATIVE_UINT8;
    case FL_STORE_U16:
        return H5T_NATIVE_UINT16;
    case FL_STORE_I32:
        return H5T_NATIVE_INT32;
    case FL_STORE_U64:
        return H5T_NATIVE_UINT64;
    case FL_STORE_I64:
        return H5T_NATIVE_INT64;
    case FL_STORE_F64:
        return H5T_NATIVE_DOUBLE;
    default:
        return text;
    }
}
