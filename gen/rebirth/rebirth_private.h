/* SPDX-License-Identifier: MIT */
/* The generator's version. */
#ifndef FL_GEN_REBIRTH_REBIRTH_PRIVATE_H
#define FL_GEN_REBIRTH_REBIRTH_PRIVATE_H

/* A change of the floors of all rule sets needs a new version, above that of every rule set, and new golden
 * digests; a change of one rule set's floors only a new `version` in its file. */
#define FL_REBIRTH_VERSION 3

#endif
