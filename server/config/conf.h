/* SPDX-License-Identifier: MIT */
/* The configuration file: sections, name = value, comments after ; or #.  Each option is a row
 * of conf.def.
 *
 * The field of option `name` in section `section` is section_name.  Options of the network and
 * of the world have separate macros, so that all options of one kind can be copied with
 *
 * 	#define CONF_NET(name, type, ...) net.name = config.limits_##name;
 * 	#include "conf.def" */
#ifndef CONF_H
#define CONF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "proto/msg.h"
#include "proto/netaddr.h"

enum conf_durability {
	CONF_DURABILITY_FULL,   /* commits are on disk */
	CONF_DURABILITY_NORMAL, /* a power failure may lose the last turns */
};

enum conf_engine {
	CONF_ENGINE_SQLITE,
	CONF_ENGINE_POSTGRESQL,
};

enum conf_require_tls {
	CONF_REQUIRE_TLS_NO,
	CONF_REQUIRE_TLS_LOGIN, /* passwords are accepted only on secure connections */
};

#define CONF_PORT_OFF 65536u

#define CONF_NUMBERS_MAX 8u

struct conf_numbers {
	unsigned len; /* at least 1 */
	unsigned v[CONF_NUMBERS_MAX];
};

/* The C types of the options. */
#define CONF_TEXT_MAX 512u /* size with the NUL; more than any `highest` */
typedef unsigned conf_UINT;
typedef uint64_t conf_SIZE;
typedef unsigned conf_PORT;            /* a port number; `off` is stored as CONF_PORT_OFF */
typedef bool conf_BOOL;                /* written yes or no */
typedef char conf_WORD[CONF_TEXT_MAX]; /* letters, digits, - and _ */
typedef char conf_TEXT[CONF_TEXT_MAX]; /* a file name */
typedef char conf_ADDRESSES[CONF_TEXT_MAX]; /* numeric, separated by commas */
typedef struct networks conf_NETWORKS;  /* ADDRESS[/BITS], separated by commas; may be empty */
typedef char conf_NAMES[CONF_TEXT_MAX]; /* names of users, separated by commas; may be empty */
typedef struct conf_numbers conf_NUMBERS;     /* numbers separated by commas */
typedef char conf_ENDPOINT[CONF_TEXT_MAX];    /* address of an engine (work/external.h); may be
					       * empty */
typedef enum conf_durability conf_DURABILITY; /* full, normal */
typedef enum conf_engine conf_ENGINE;         /* sqlite, postgresql */
typedef enum conf_require_tls conf_SECRECY;   /* no, login */
typedef enum language conf_LANGUAGE;          /* en, it, pt */

struct config {
#define CONF(section, name, type, initial, lowest, highest, comment)                           \
	conf_##type section##_##name;
#include "conf.def"
};

/* Sets all options to their defaults. */
void conf_default(struct config *out);

/* Reads a file over the defaults.  On any error returns -1, leaves *out unchanged and sets
 * `error` to one line, "FILE:LINE: reason", or "FILE: reason" if the file cannot be read.
 * Unknown sections and options, values out of range and repeated options are errors.  Options
 * of earlier releases are logged and have no effect. */
MUST_USE int conf_load(const char *path, struct config *out, struct sbuf *error);

/* Like conf_load, for text[0..n).  Errors give `name` as the name of the file. */
MUST_USE int conf_parse(
    const char *name, const char *text, size_t n, struct config *out, struct sbuf *error);

/* Sets one option, as the command line does ("server", "port", "0"), with the same checks.  On
 * an error returns -1, sets `error` to the reason and leaves *c unchanged. */
MUST_USE int conf_set(struct config *c, const char *section, const char *name,
    const char *value, struct sbuf *error);

/* Checks conditions that involve several options.  Called after all options have been set.
 * Returns -1 and sets `error` if a condition is violated. */
MUST_USE int conf_check(const struct config *c, struct sbuf *error);

/* Prepares a newly read configuration to replace the running one: options that need a restart
 * keep their running values.  Appends the names of those that differ to `waiting`, and the
 * names of other options that differ to `changed`, separated by commas. */
void conf_keep_start_values(struct config *read, const struct config *running,
    struct sbuf *changed, struct sbuf *waiting);

/* All rows, for tests and the list of options; ends with a row whose name is NULL. */
struct conf_row {
	const char *section, *name, *initial, *comment;
	uint64_t lowest, highest;
	bool start_only; /* read only when the server starts */
};
extern const struct conf_row CONF_ROWS[];

/* Copies element i of a comma-separated list, without blanks around it.  Returns false if there
 * is no element i or it does not fit. */
MUST_USE bool conf_nth_element(const char *list, unsigned i, char *out, size_t size);

#endif
