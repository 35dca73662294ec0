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
struct described_play {
	unsigned n;
	struct step step[DESCRIBED_STEPS_MAX];
	unsigned hit_marks;  /* steps marked as hits */
	bool no_legal_play;  /* "Cannot Move" */
	bool not_recorded;   /* "????" */
	bool marked_illegal; /* the file marks the play as illegal */
	bool has_position;   /* `position` is given instead of steps */
	struct board position;
};

enum crawford_game {
	CRAWFORD_BY_SCORE, /* the file does not say */
	CRAWFORD_YES,
	CRAWFORD_NO,
};

struct match_builder {
	struct matchread *out;
	struct move_space *space;
	unsigned line;         /* line of the file being read, from 1 */
	unsigned result_line;  /* line that says who wins the game */
	bool crawford, jacoby; /* rules that apply unless a game contradicts them */
	bool names_known;
	bool length_known;
	/* the game being read */
	bool game_open;     /* the header of the game was read */
	bool game_begun;    /* the opening roll of the game was read */
	bool ignoring_rest; /* the rest of the game is ignored */
	bool play_missing;  /* a play is missing from the file ("????") */
	bool result_known;  /* the file has said who wins */
	enum crawford_game crawford_game;
	unsigned autodoubles;
	enum seat winner;
	uint32_t points; /* 0: not given */
	/* states at the game's header and before the last action */
	struct match_state state_at_header, state_before_last;
	unsigned actions_at_header, actions_before_last;
	unsigned games_begun; /* number of games begun */
	bool match_over;      /* the match is over; later games are ignored */
};

void build_note(struct match_builder *b, const char *why);

/* Adds a note, and ignores the rest of the game except its result.  Returns false. */
bool build_ignore_rest(struct match_builder *b, const char *why);

/* Sets the length of the match: 0 for a money session. */
void build_set_length(struct match_builder *b, unsigned length);

/* Copies a name from the header as UTF-8.  A text that is not valid UTF-8 is read as
 * Latin-1. */
void build_copy_name(char out[MATCHREAD_TEXT_MAX + 1], const char *text);

/* Stores an item of the header under one of the names that programs use.  Unknown names are
 * ignored. */
void build_header_item(struct match_builder *b, const char *name, const char *value);

/* Ends the previous game and begins the next.  score: NULL if its header does not give one. */
void build_begin_game(struct match_builder *b, const uint32_t score[2]);

void build_roll(struct match_builder *b, enum seat seat, unsigned d1, unsigned d2);
void build_play(struct match_builder *b, enum seat seat, const struct described_play *d);
void build_double(
    struct match_builder *b, enum seat seat, unsigned long value); /* 0: not given */
void build_answer(struct match_builder *b, enum seat seat, enum act_kind kind);
void build_result(struct match_builder *b, enum seat seat, uint32_t points); /* 0: not given */

/* Ends the last game and the match. */
void build_end_match(struct match_builder *b);

/* ---- the formats; each reads the whole text ---- */

void mattext_read(struct match_builder *b, const char *text);
void sgftext_read(struct match_builder *b, const char *text);

/* Return the length of the first match in a text, as matchread_first_length does. */
size_t mattext_first_length(const char *text);
size_t sgftext_first_length(const char *text, void (*pause)(void));

#endif
