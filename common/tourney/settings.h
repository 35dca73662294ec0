/* SPDX-License-Identifier: MIT */
/* Settings of a tournament, one row of settings.def each. */
#ifndef TOURNEY_SETTINGS_H
#define TOURNEY_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "rules/variant.h"
#include "tourney/pairing.h"
#include "tourney/standing.h"

enum tourney_setting {
#define TSET(name, ...) TSET_##name,
#include "tourney/settings.def"
#undef TSET
	TSET_COUNT,
};

enum tourney_setting_kind {
	TSET_NUMBER,
	TSET_SWITCH,
	TSET_WORD,
	TSET_LIST,
	TSET_TIEBREAKS,
	TSET_GAME,
	TSET_TIME,
};

/* The words of `seeding`, `late`, `pairing` and `schedule`, in the order in which settings.def
 * lists them. */
enum tourney_seeding {
	SEEDING_RATING,
	SEEDING_DRAW,
	SEEDING_HAND,
};
enum tourney_lateness {
	LATE_PENALTY,
	LATE_WAIT,
};
enum tourney_pairing {
	PAIRING_BY_SERVER,
	PAIRING_BY_HAND,
};

enum tourney_schedule {
	SCHEDULE_LIVE,
	SCHEDULE_DEADLINE,
};

#define TSET_LIST_MAX 12u
#define TSET_TEXT_MAX 160u /* bytes of the text of one value, with its NUL */
#define TSET_RESET_AS_FINAL 100

enum {
	SET_WHILE_RUNNING = 1,
	SET_NOTIFY_ENTRANTS = 2,
	SET_ALWAYS_SHOWN = 4,
	SET_FROM_NEXT_ROUND = 8,
	SET_REJECT_INVALID = 16,
};

struct tourney_setting_row {
	const char *name;
	enum tourney_setting_kind kind;
	const char *default_text;
	int low, high;
	const char *words;
	unsigned flags;
};
extern const struct tourney_setting_row TOURNEY_SETTINGS[TSET_COUNT];

struct tourney_settings {
	int64_t value[TSET_COUNT]; /* depending on the kind: a number, 0 or 1, the index of a
				      word, the number of list elements, or a row of VARIANTS */
	uint8_t list[TSET_COUNT][TSET_LIST_MAX];
};

/* Sets all settings to their defaults. */
void tourney_settings_init(struct tourney_settings *s);

/* Returns the setting with that name or unambiguous prefix; -1 if there is none. */
int tourney_setting_named(const char *word);

/* Sets a value from text.  Returns false, changing nothing, if it is not valid.  Lists are
 * separated by blanks or commas. */
MUST_USE bool tourney_set_setting(
    struct tourney_settings *s, enum tourney_setting which, const char *text);

/* Appends the value in the form that tourney_set_setting accepts. */
void tourney_setting_text(
    const struct tourney_settings *s, enum tourney_setting which, struct sbuf *out);

/* Returns the game that is played. */
const struct variant *tourney_game(const struct tourney_settings *s);

/* Appends word number i of a setting of kind WORD. */
void tourney_setting_word(enum tourney_setting which, unsigned i, struct sbuf *out);

#endif
