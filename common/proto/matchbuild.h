/* SPDX-License-Identifier: MIT */
/* Turns what a file says about a match into actions, for the readers of the file formats
 * (mattext.c, sgftext.c).  If the rules do not allow what the file says, every function adds a
 * note and ignores the rest of that game except its result. */
#ifndef PROTO_MATCHBUILD_H
#define PROTO_MATCHBUILD_H

#include "proto/matchread.h"

#define DESCRIBED_STEPS_MAX 8u

/* A play as the file describes it, in the mover's own numbering.  A step may use several dice.
 */
struct described {
	unsigned n;
	struct step step[DESCRIBED_STEPS_MAX];
	unsigned stars;  /* steps marked as hits */
	bool impossible; /* "Cannot Move" */
	bool unknown;    /* "????" */
	bool illegal;    /* the file marks the play as illegal */
	bool placed;     /* `after` is given instead of steps */
	struct board after;
};

enum crawford_game {
	CRAWFORD_BY_SCORE, /* the file does not say */
	CRAWFORD_YES,
	CRAWFORD_NO,
};

struct builder {
	struct matchread *out;
	struct move_space *space;
	unsigned line;         /* line of the file being read, from 1 */
	unsigned result_line;  /* line that says who wins the game */
	bool crawford, jacoby; /* rules that apply unless a game contradicts them */
	bool named;
	bool ready; /* the length of the match is known */
	/* the game being read */
	bool open;    /* the header of the game was read */
	bool begun;   /* the opening roll of the game was read */
	bool bad;     /* the rest of the game is ignored */
	bool unknown; /* a play is missing from the file ("????") */
	bool known;   /* the file has said who wins */
	enum crawford_game crawford_game;
	unsigned autodoubles;
	enum seat winner;
	uint32_t points; /* 0: not given */
	/* states at the game's header and before the last action */
	struct match_state start, before;
	unsigned start_n, before_n;
	unsigned games; /* number of games begun */
	bool over;      /* the match is over; later games are ignored */
};

void build_note(struct builder *b, const char *why);

/* Adds a note, and ignores the rest of the game except its result.  Returns false. */
bool build_bad(struct builder *b, const char *why);

/* Sets the length of the match: 0 for a money session. */
void build_length(struct builder *b, unsigned length);

/* Copies a name of the header, as Latin-1 if it is not UTF-8. */
void build_text(char out[MATCHREAD_TEXT_MAX + 1], const char *text);

/* Stores an item of the header under one of the names that programs use.  Unknown names are
 * ignored. */
void build_info(struct builder *b, const char *name, const char *value);

/* Ends the previous game and begins the next.  score: NULL if its header does not give one. */
void build_game(struct builder *b, const uint32_t score[2]);

void build_roll(struct builder *b, enum seat seat, unsigned d1, unsigned d2);
void build_play(struct builder *b, enum seat seat, const struct described *d);
void build_double(struct builder *b, enum seat seat, unsigned long value); /* 0: not given */
void build_answer(struct builder *b, enum seat seat, enum act_kind kind);
void build_wins(struct builder *b, enum seat seat, uint32_t points); /* 0: not given */

/* Ends the last game and the match. */
void build_end(struct builder *b);

/* ---- the formats; each reads the whole text ---- */

void mattext_read(struct builder *b, const char *text);
void sgftext_read(struct builder *b, const char *text);

/* Return the length of the first match in a text, as matchread_first does. */
size_t mattext_first(const char *text);
size_t sgftext_first(const char *text, void (*pause)(void));

#endif
