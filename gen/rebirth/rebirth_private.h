/* SPDX-License-Identifier: MIT */
/* The generator's version. */
#ifndef FL_GEN_REBIRTH_REBIRTH_PRIVATE_H
#define FL_GEN_REBIRTH_REBIRTH_PRIVATE_H

/* A change of any floor needs a new version and new golden digests. */
#define FL_REBIRTH_VERSION 1

#endif
