/* SPDX-License-Identifier: MIT */
/* The user's own match as a .mat text, which gnubg and others import, written down as it is
 * heard.  A game that is resumed in the middle is left out: its beginning is not known.  Pure.
 */
#ifndef CLIENT_RECORD_H
#define CLIENT_RECORD_H

#include "rules/match.h"

#define RECORD_MAX 65536u /* bytes; what is more is left out */

struct record {
	bool on; /* a game is heard from its beginning */
	unsigned games;
	unsigned line;
	size_t width;     /* of the line so far */
	enum seat roller; /* has rolled, and not moved yet; SEAT_NONE nobody */
	uint8_t dice[2];
	char own[64]; /* the play that was sent, until the server goes on */
	bool own_sent;
	enum seat doubles; /* has doubled, and there is no answer yet */
	unsigned offer;
	size_t len;
	char text[RECORD_MAX];
};

/* Nothing of a match yet. */
void record_clear(struct record *r);

/* A game begins; the first one of a match begins the text. */
void record_game(
    struct record *r, const char *const name[2], unsigned length, const uint32_t score[2]);
void record_roll(struct record *r, enum seat seat, unsigned a, unsigned b);
/* play: in the mover's own numbers, "" when nothing could be moved. */
void record_play(struct record *r, enum seat seat, const char *play);
/* The user's own play has been sent; it counts when the server goes on, unless it is refused.
 */
void record_sent(struct record *r, const struct play *play);
void record_refused(struct record *r);
void record_goes_on(struct record *r);
void record_double(struct record *r, enum seat seat, unsigned value);
void record_take(struct record *r);
void record_win(struct record *r, enum seat seat, unsigned points);

#endif
