/* SPDX-License-Identifier: MIT */
/* The user's own match in .mat format, which gnubg and others import, recorded as it is played.
 * A game resumed in the middle is omitted, because its beginning is not known.  Pure. */
#ifndef CLIENT_RECORD_H
#define CLIENT_RECORD_H

#include "rules/match.h"

#define RECORD_MAX 65536u /* bytes; text beyond that is dropped */

struct record {
	bool on; /* a game is being recorded from its beginning */
	unsigned games_finished;
	unsigned line_no;
	size_t width;     /* columns used in the current line */
	enum seat roller; /* seat that has rolled and not moved yet, or SEAT_NONE */
	uint8_t dice[2];
	char own[64]; /* the play that was sent, until the server confirms or refuses it */
	bool own_play_sent;
	enum seat doubler; /* seat whose double is unanswered, or SEAT_NONE */
	unsigned offered_cube;
	size_t len;
	char text[RECORD_MAX];
};

/* Starts a new match. */
void record_clear(struct record *r);

/* Starts a game; the first game also starts the text. */
void record_begin_game(
    struct record *r, const char *const name[2], unsigned length, const uint32_t score[2]);
void record_roll(struct record *r, enum seat seat, unsigned a, unsigned b);
/* Records a play, in the mover's own numbers and with '*' for hits; "" if nothing could be
 * moved. */
void record_play(struct record *r, enum seat seat, const char *play);
/* record_sent_play notes the user's play; bit i of `hits` is set if step i hits.
 * record_confirm_play confirms it when the server continues, but not after
 * record_play_refused. */
void record_sent_play(struct record *r, const struct play *play, unsigned hits);
void record_play_refused(struct record *r);
void record_confirm_play(struct record *r);
void record_double(struct record *r, enum seat seat, unsigned value);
void record_take(struct record *r);
void record_win(struct record *r, enum seat seat, unsigned points);

#endif
