/* SPDX-License-Identifier: MIT */
/* A format of tournament is one const row of formats.def; nobody asks which one it is.  What a
 * row cannot say in fields it names as a hook, in the file of its family. */
#ifndef TOURNEY_FORMAT_H
#define TOURNEY_FORMAT_H

#include "tourney/settings.h"

#define TOURNEY_ROBIN_MAX 128u /* players that meet everybody */

struct applying;
struct bracket_place;
struct bracket_plan;
struct tourney;
struct tourney_act;

enum {
#define FORMAT(name, ...) FORMAT_NO_##name,
#include "tourney/formats.def"
#undef FORMAT
	FORMAT_COUNT,
};

struct format {
	const char *name;
	enum section section; /* what is played first: MAIN a knock-out; ROUNDS; GROUP rounds in
				 groups, of which the best then play a knock-out */
	bool by_round;        /* who meets whom is found before each round; else it follows from
				 the start */
	bool points;          /* counted in points: there is a table, and a title to share */
	bool loses_out;       /* out after so many losses, which make the score groups, too */
	bool final_apart; /* SECTION_MAIN does not end with the final: it is SECTION_FINAL */
	uint16_t entries_max;
	const char *tiebreaks; /* their order where nobody has chosen one; NULL the usual one */

	/* ---- hooks ---- */

	/* What a knock-out has beside its main bracket; NULL nothing. */
	void (*plan)(const struct tourney_settings *s, struct bracket_plan *plan);
	/* Pairings that are made at the start with n players. */
	size_t (*size)(const struct tourney_settings *s, unsigned n);
	void (*start)(struct applying *ap, const entry_no *order, unsigned n);
	/* How many rounds n players play, at least 1 of 2; NULL: it cannot be set. */
	unsigned (*rounds)(const struct tourney_settings *s, unsigned n);

	/* Late entries (26).  Whether they are taken still; NULL never. */
	bool (*takes_late)(const struct tourney *t, int64_t at_ms);
	/* ... and there is a place for one; NULL always. */
	bool (*has_late_place)(const struct tourney *t);
	/* Gives the place to e, who has just been entered; NULL they are paired like all. */
	void (*seat_late)(struct applying *ap, entry_no e);

	/* The order of the entries in the knock-out that follows, for out, which has room for
	 * all; how many. */
	unsigned (*qualify)(const struct tourney *t, void *scratch, entry_no *out);
	/* Places of all entries, as tourney_places says; *out is zeroed. */
	void (*places)(const struct tourney *t, void *scratch, struct bracket_place *out);
};

extern const struct format FORMATS[FORMAT_COUNT];

static inline const struct format *
tourney_format(const struct tourney_settings *s)
{
	return &FORMATS[s->value[TSET_format]];
}

static inline bool
tourney_is_knockout(const struct tourney_settings *s)
{
	return tourney_format(s)->section == SECTION_MAIN;
}

static inline bool
tourney_is_grouped(const struct tourney_settings *s)
{
	return tourney_format(s)->section == SECTION_GROUP;
}

/* Length of the match of round r (from 1) of `rounds` in a section, in points: 1 to 99.  rounds
 * 0: not known. */
unsigned tourney_length(
    const struct tourney_settings *s, enum section section, unsigned round, unsigned rounds);

#endif
