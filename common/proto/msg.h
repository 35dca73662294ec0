/* SPDX-License-Identifier: MIT */
/* All texts that the server shows to users, one row each in msg.def.
 *
 * A row becomes an enum value and a typed function msg_NAME(out, ...), so the compiler checks
 * each call against the format.  At run time the format may come from the receiver's catalogue,
 * in another language. */
#ifndef PROTO_MSG_H
#define PROTO_MSG_H

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"

/* Destination of text for one receiver.  Lines end in "\n"; the receiver's side converts it to
 * CR LF. */
struct out {
	void (*write)(void *ctx, const char *text, size_t n);
	void *ctx;
	const struct catalogue *catalogue; /* NULL: the English texts of msg.def */
	unsigned columns; /* width at which out_write_folded breaks lines; 0: does not break */
	unsigned row;     /* the row of msg.def being written, an enum msg_id */
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

/* Returns the English text of the row. */
const char *msg_english_format(enum msg_id id);

/* Returns the row in the receiver's language, or in English if the catalogue lacks it. */
const char *msg_text(const struct out *out, enum msg_id id);

/* Returns the ending of a noun after the number n, in the receiver's language; PLURAL(n) in
 * msg.def. */
const char *msg_plural_ending(const struct out *out, unsigned n);

/* Writes a row without parameters, given by number; used by tables of commands. */
void msg_write(struct out *out, enum msg_id id);

/* ---- languages ---- */

/* An upgrade passes the number to another process: add languages at the end. */
enum language {
	LANG_EN,
	LANG_IT,
	LANG_PT,
	LANG_COUNT,
};

/* The texts of a language, for example msg_it.def.  Missing rows are shown in English.  A text
 * must have the conversions of the English text in the same order, or use "%2$s". */
struct catalogue {
	const char *code;    /* as shown by `set language`: "it" */
	const char *name[3]; /* names of the language, NULL if unused */
	const char *singular_ending,
	    *plural_ending;         /* endings of nouns: see msg_plural_ending */
	const char *const *formats; /* by enum msg_id, with NULL for missing texts; NULL instead
				       of the array: English */
	const char *const *singular_formats; /* the texts of MSGN rows for the number 1 */
};
extern const struct catalogue CATALOGUES[LANG_COUNT];

/* Returns the language with that code or name, ignoring case; -1 if there is none. */
int language_find(const char *word);

/* Returns the language of texts written to `out`. */
enum language out_language(const struct out *out);

/* Returns an out that appends to b.  The caller may empty b between calls. */
struct out out_to_sbuf(struct sbuf *b);

/* Writes text unchanged; for boards, lists and help pages. */
void out_text(struct out *out, const char *text);

/* Writes whole lines.  Breaks lines wider than out->columns before a word, and words that are
 * wider than a line.  Continuation lines are indented by three columns, so that text from a
 * user cannot look like a line from the server.  Used for messages on clocks and tournaments,
 * which contain several names and text from users. */
void out_write_folded(struct out *out, const char *text);

/* Returns whether out_write_folded wraps a row if its text ends in a newline: true for messages
 * on clocks and tournaments. */
bool msg_folds(enum msg_id id);
void out_addf(struct out *out, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
