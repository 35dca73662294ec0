/* SPDX-License-Identifier: MIT */
/* Each tournament format is one constant row of formats.def; no code tests which format a
 * tournament has.  Anything that fields cannot express is a hook in the file of the format's
 * family. */
#ifndef TOURNEY_FORMAT_H
#define TOURNEY_FORMAT_H

#include "tourney/settings.h"

#define TOURNEY_ROBIN_MAX 128u /* largest round robin */

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
	enum section section; /* the first stage: MAIN is a knock-out, ROUNDS is rounds, GROUP
				 is groups followed by a knock-out of their best players */
	bool by_round; /* each round is paired after the previous one; otherwise all pairings
			* are fixed at the start */
	bool points;   /* scored in points: there is a table, and a title may be shared */
	bool out_by_losses; /* entries are out after a number of losses, and losses define the
			   score groups */
	bool final_apart;   /* the final is in SECTION_FINAL instead of SECTION_MAIN */
	uint16_t entries_max;
	const char *tiebreaks; /* default order of tie-breaks; NULL: as in settings.def */

	/* ---- hooks ---- */

	/* Sets the parts of a knock-out other than its main bracket; NULL: there are none. */
	void (*plan)(const struct tourney_settings *s, struct bracket_plan *plan);
	/* Returns the number of pairings created at the start with n players. */
	size_t (*pairing_count)(const struct tourney_settings *s, unsigned n);
	void (*start)(struct applying *ap, const entry_no *order, unsigned n);
	/* Returns the number of rounds for n players, at least 1 if n is 2 or more; NULL: the
	 * number cannot be set. */
	unsigned (*rounds)(const struct tourney_settings *s, unsigned n);

	/* Late entries (rule 26): returns whether they are still accepted; NULL: never. */
	bool (*takes_late)(const struct tourney *t, int64_t at_ms);
	/* Returns whether there is a place for a late entry; NULL: always. */
	bool (*has_late_place)(const struct tourney *t);
	/* Seats the late entry e; NULL: it is paired like all others. */
	void (*seat_late)(struct applying *ap, entry_no e);

	/* Writes the entries of the following knock-out to out, best first; out has room for
	 * all entries.  Returns their number. */
	unsigned (*qualify)(const struct tourney *t, void *scratch, entry_no *out);
	/* Computes the places of all entries, as tourney_places does; *out is zeroed before the
	 * call. */
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

/* Returns the match length of round r (from 1) of `rounds` in a section: 1 to 99 points.
 * rounds is 0 if not known. */
unsigned tourney_match_length(
    const struct tourney_settings *s, enum section section, unsigned round, unsigned rounds);

#endif
