/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_REBIRTH_REBIRTH_PRIVATE_H
#define FL_GEN_REBIRTH_REBIRTH_PRIVATE_H

/* Floors of the remakes: one row for five rule sets. See rebirth_setting.h for the settings. */

/* A change of any floor is a new version, and new golden digests. */
#define FL_REBIRTH_VERSION 1

#endif
