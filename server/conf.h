/* SPDX-License-Identifier: MIT */
/* The configuration file: sections, name = value, comments after ; or #.  One row of conf.def
 * per option.
 *
 * The field of option `name` in section `section` is section_name.  Those of the network and of
 * the world have rows of their own, so that main copies them all with
 *
 *	#define CONF_NET(name, type, ...) net.name = config.limits_##name;
 *	#include "conf.def"
 */
#ifndef CONF_H
#define CONF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "proto/msg.h"
#include "proto/netaddr.h"

enum conf_durability {
	CONF_DURABILITY_FULL,   /* a commit is on the disk */
	CONF_DURABILITY_NORMAL, /* a power failure may cost the last turns */
};

enum conf_engine {
	CONF_ENGINE_SQLITE,
	CONF_ENGINE_POSTGRESQL,
};

enum conf_secrecy {
	CONF_SECRECY_NO,
	CONF_SECRECY_LOGIN, /* whoever logs in */
};

#define CONF_PORT_OFF 65536u

#define CONF_LIST_MAX 8u

struct conf_list {
	unsigned len; /* at least 1 */
	unsigned v[CONF_LIST_MAX];
};

/* Types of the options, as C has them. */
#define CONF_TEXT_MAX 512u /* with the NUL; never the limit, which is `highest` of the row */
typedef unsigned conf_UINT;
typedef uint64_t conf_SIZE;
typedef unsigned conf_PORT;                 /* a number, or off: CONF_PORT_OFF */
typedef bool conf_BOOL;                     /* yes, no */
typedef char conf_WORD[CONF_TEXT_MAX];      /* letters, digits, - and _ */
typedef char conf_TEXT[CONF_TEXT_MAX];      /* a file name */
typedef char conf_ADDRESSES[CONF_TEXT_MAX]; /* numeric addresses with commas between them */
typedef struct networks conf_NETWORKS;  /* addresses or ADDRESS/BITS, commas; may be empty */
typedef char conf_NAMES[CONF_TEXT_MAX]; /* of users, with commas; may be empty */
typedef struct conf_list conf_LIST;     /* numbers with commas between them */
typedef char conf_PLACE[CONF_TEXT_MAX]; /* of an engine (work/external.h); may be empty */
typedef enum conf_durability conf_DURABILITY; /* full, normal */
typedef enum conf_engine conf_ENGINE;         /* sqlite, postgresql */
typedef enum conf_secrecy conf_SECRECY;       /* no, login */
typedef enum language conf_LANGUAGE;          /* en, it, pt */

struct config {
#define CONF(section, name, type, initial, lowest, highest, comment)                           \
	conf_##type section##_##name;
#include "conf.def"
};

/* All options as they are without a file. */
void conf_default(struct config *out);

/* Reads a file: the defaults, with what the file says.  All or nothing: on any error returns
 * -1, leaves *out untouched and puts one line "FILE:LINE: what is wrong" (or "FILE: ..." when
 * it cannot be read) into error.  Unknown sections and options, values out of range and options
 * given twice are errors; those of earlier releases are taken, and the log says so. */
MUST_USE int conf_load(const char *path, struct config *out, struct sbuf *error);

/* The same for text[0..n); name stands for the file in the error. */
MUST_USE int conf_parse(
    const char *name, const char *text, size_t n, struct config *out, struct sbuf *error);

/* One option by hand, as the command line has it ("server", "port", "0"): checked as in a file.
 * -1 and the reason in error, without a place; *c is then untouched. */
MUST_USE int conf_set(struct config *c, const char *section, const char *name,
    const char *value, struct sbuf *error);

/* What holds between options, once all are set by hand.  -1 and the reason in error. */
MUST_USE int conf_check(const struct config *c, struct sbuf *error);

/* A configuration that is read while another runs: what is read at the start only is taken from
 * the running one.  Appends the names of options that differ, with commas between them: of
 * those that change now, and of those that wait for a restart. */
void conf_follow(struct config *read, const struct config *running, struct sbuf *changed,
    struct sbuf *waiting);

/* The rows, for tests and for the list of options; ends with a row whose name is NULL. */
struct conf_row {
	const char *section, *name, *initial, *comment;
	uint64_t lowest, highest;
	bool at_start; /* read when the server starts, and not again while it runs */
};
extern const struct conf_row CONF_ROWS[];

/* Element i of a comma list, without blanks around it, copied to out[0..size).  False when
 * there is no element i, or it does not fit. */
MUST_USE bool conf_element(const char *list, unsigned i, char *out, size_t size);

#endif
