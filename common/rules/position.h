/* SPDX-License-Identifier: MIT */
/* A position of backgammon with cube and score, as other programs name it.  Pure.
 *
 * Three forms are read and written:
 *
 *   XGID       eXtreme Gammon's manual, "XGID":
 *              XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10
 *   GNU ID     GNU Backgammon's manual, "A technical description of the Position ID" and
 *              "... of the Match ID"; the two are joined by a colon:
 *              4HPwATDgc/ABMA:cIkqAAAAAAAE
 *              The manual puts the player on roll first in a position ID.  gnubg 1.07 writes
 *              the other player first, as this module does.
 *   OGID       OpenGammon; the specification is docs/OGID.md of gitlab.com/eranlambooij/
 *              hedgehog-public: 11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:0:0:5:0
 *
 * The side with uppercase letters in an XGID is called the bottom side.  It is player 1 of a
 * match ID and Black of an OGID; the other side is player 0 and White. */
#ifndef RULES_POSITION_H
#define RULES_POSITION_H

#include "base/sbuf.h"
#include "rules/board.h"

struct match_state;
struct variant;

enum position_form {
	POSITION_XGID,
	POSITION_GNUID,
	POSITION_OGID,
	POSITION_FORM_COUNT,
};

/* Size of a buffer that holds a position in any form. */
#define POSITION_ID_ROOM 128u

/* Seat 0 is the bottom side. */
struct game_position {
	uint8_t at[2][PT_BAR + 1]; /* [seat][own point 1..24, PT_BAR] = number of checkers */
	enum seat turn;            /* the side that rolls, has rolled, or has doubled */
	bool doubled;    /* the other side must take or drop; the cube fields describe the cube
			    before the double */
	uint8_t dice[2]; /* the larger one first; 0 0: not rolled */
	uint32_t cube;   /* 1, 2, 4, ... */
	enum seat cube_owner; /* SEAT_NONE: centred */
	uint32_t score[2];
	uint8_t length; /* match length in points; 0: unlimited */
	bool crawford;  /* this is the Crawford game */
	bool jacoby;    /* unlimited matches only */
};

enum position_err {
	POSITION_OK,
	POSITION_BAD_FORM,   /* not in one of the three forms */
	POSITION_IMPOSSIBLE, /* in the right form, but there is no such position in a game */
};

/* Returns whether positions of this game can be named: the game differs from backgammon at most
 * in its starting position and its number of checkers. */
bool position_has_ids(const struct variant *v);

/* Gets the position of a game as seen by `bottom`.  Returns false if it has no ID: no game is
 * in progress, the game is too different, or a double was answered by another double. */
bool position_of(const struct match_state *m, enum seat bottom, struct game_position *out);

/* Returns the same position seen by the other side. */
struct game_position position_flip(const struct game_position *p);

/* Returns whether the position can occur in a game of v. */
bool position_valid(const struct game_position *p, const struct variant *v);

/* Begins the next game at the position, which must be valid for m->variant: seat 0 becomes the
 * bottom side and has the O checkers, and the side to move is about to roll, or has doubled.
 * The dice of the position are left to the caller. */
void position_set(struct match_state *m, const struct game_position *p);

/* Appends an ID without "XGID=" or any other prefix. */
void position_id_write(
    struct sbuf *out, const struct game_position *p, enum position_form form);

/* Appends the XGID of the position of a game as seen by `bottom`.  Returns false, appending
 * nothing, if it has none: see position_of. */
bool position_xgid(struct sbuf *out, const struct match_state *m, enum seat bottom);

/* Reads an ID in any form, with or without "XGID=", "GNUID=" or "OGID=".  A position ID without
 * a match ID is a position in an unlimited match, before the roll of the bottom side.  An offer
 * to resign in a match ID and the number of moves in an OGID are ignored.  The position is
 * taken to be one of backgammon (VARIANT_FIBS).  *out is written on POSITION_OK only. */
enum position_err position_id_read(const char *text, struct game_position *out);

#endif
