/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of expat's interface that gen/rebirth/pool/pool_read.c uses, for the page, where expat is not to
 * be had: elements with their attributes, in UTF-8 or ASCII. */
#ifndef FL_PLOTS_PAGE_DOORS_EXPAT_H
#define FL_PLOTS_PAGE_DOORS_EXPAT_H

#include <stddef.h>

#define XMLCALL
#define XML_TRUE 1
#define XML_FALSE 0

typedef char XML_Char;
typedef struct fl_xml *XML_Parser;
typedef void (*XML_StartElementHandler)(void *user, const XML_Char *name, const XML_Char **attributes);
typedef void (*XML_EndElementHandler)(void *user, const XML_Char *name);
typedef void (*XML_StartDoctypeDeclHandler)(void *user, const XML_Char *name, const XML_Char *system,
                                            const XML_Char *public, int has_subset);

enum XML_Status { XML_STATUS_ERROR, XML_STATUS_OK };

enum XML_Error {
    XML_ERROR_NONE,
    XML_ERROR_NO_MEMORY,
    XML_ERROR_SYNTAX,
    XML_ERROR_NO_ELEMENTS,
    XML_ERROR_INVALID_TOKEN,
    XML_ERROR_UNCLOSED_TOKEN,
    XML_ERROR_TAG_MISMATCH,
    XML_ERROR_DUPLICATE_ATTRIBUTE,
    XML_ERROR_JUNK_AFTER_DOC_ELEMENT,
    XML_ERROR_UNDEFINED_ENTITY,
    XML_ERROR_ABORTED
};

typedef struct XML_Memory_Handling_Suite {
    void *(*malloc_fcn)(size_t size);
    void *(*realloc_fcn)(void *block, size_t size);
    void (*free_fcn)(void *block);
} XML_Memory_Handling_Suite;

XML_Parser XML_ParserCreate_MM(const XML_Char *encoding, const XML_Memory_Handling_Suite *memory,
                               const XML_Char *separator);
void XML_ParserFree(XML_Parser self);
void XML_SetUserData(XML_Parser self, void *user);
void XML_SetElementHandler(XML_Parser self, XML_StartElementHandler start, XML_EndElementHandler end);
void XML_SetStartDoctypeDeclHandler(XML_Parser self, XML_StartDoctypeDeclHandler doctype);
enum XML_Status XML_Parse(XML_Parser self, const char *text, int size, int is_final);
enum XML_Status XML_StopParser(XML_Parser self, int is_resumable);
enum XML_Error XML_GetErrorCode(XML_Parser self);
const char *XML_ErrorString(enum XML_Error code);
unsigned long XML_GetCurrentLineNumber(XML_Parser self);

#endif
