/* SPDX-License-Identifier: MIT */
/* Every human text of the server, one row each in msg.def.
 *
 * A row becomes an enum value and a typed function msg_NAME(out, ...), so the compiler checks
 * the call and the format.  The format used at run time may be another language's, from the
 * listener's catalogue. */
#ifndef PROTO_MSG_H
#define PROTO_MSG_H

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"

/* Where text for one listener goes.  Lines end "\n"; CR LF is made behind it. */
struct out {
	void (*write)(void *ctx, const char *text, size_t n);
	void *ctx;
	const struct catalogue *catalogue; /* NULL: the texts of msg.def, which are English */
	unsigned columns; /* 0, or where it is broken what out_folded is given */
};

enum msg_id {
#define MSG0(id, text) MSG_##id,
#define MSG(id, fmt, params, args) MSG_##id,
#include "proto/msg.def"
#undef MSG0
#undef MSG
	MSG_COUNT,
};

#define MSG0(id, text) void msg_##id(struct out *out);
#define MSG_PARAMS(...) __VA_ARGS__
#define MSG(id, fmt, params, args) void msg_##id(struct out *out, MSG_PARAMS params);
#include "proto/msg.def"
#undef MSG0
#undef MSG

/* The row's own text. */
const char *msg_format(enum msg_id id);

/* The row in the language of the listener; where their catalogue has none, the row's own text.
 */
const char *msg_text(const struct out *out, enum msg_id id);

/* The ending of a noun that stands behind the number n: what PLURAL(n) of msg.def becomes. */
const char *msg_plural(const struct out *out, unsigned n);

/* A row without parameters, by number: what tables of commands carry. */
void msg_plain(struct out *out, enum msg_id id);

/* ---- languages ---- */

enum language {
	LANG_EN,
	LANG_IT,
	LANG_PT,
	LANG_COUNT,
};

/* The texts of a language: msg_it.def and the like.  A row that it lacks is said in English.  A
 * text has the conversions of the English one in the same order, or says "%2$s". */
struct catalogue {
	const char *code;       /* as `set language` shows it: "it" */
	const char *name[3];    /* other names for it, NULL where there is none */
	const char *one, *many; /* endings of nouns: see msg_plural */
	const char *const
	    *formats; /* by enum msg_id, NULL where a row is missing; NULL: English */
	const char *const *formats_of_one; /* of MSGN rows, for the number 1; as formats */
};
extern const struct catalogue CATALOGUES[LANG_COUNT];

/* The language of that code or name, in any case of letters; -1 none. */
int language_named(const char *word);

/* The language of the texts that are written there. */
enum language out_language(const struct out *out);

/* A listener that is a text: what is written to it is appended to b, which may be made empty
 * afterwards. */
struct out out_to(struct sbuf *b);

/* Plain text as it stands, and built text; for boards, lists and help pages. */
void out_text(struct out *out, const char *text);

/* Whole lines, those that are too long for the listener broken before a word (a word that is
 * longer than a line is cut); what follows stands three columns in, so that nobody can write a
 * reason that looks like a line of the server.  Messages on clocks and tournaments, which hold
 * several names and somebody's words, go this way. */
void out_folded(struct out *out, const char *text);

/* Whether a row does: those of the sections on clocks and tournaments, when they end a line. */
bool msg_folds(enum msg_id id);
void out_addf(struct out *out, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
