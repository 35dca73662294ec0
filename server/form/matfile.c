/* SPDX-License-Identifier: MIT */
/* Writes a match in the .mat format.  Text is written as the actions arrive, so writing costs
 * as much as replaying the actions.
 *
 * There are two columns, one per player, and a line number for each pair of turns.  Points are
 * numbered as their mover sees them, which is how actions are stored.  Readers find the right
 * column by the second ':' of a line or by two spaces after the 15th character (gnubg's
 * import.c), which determines the widths.
 *
 * A match lost on time or by decision ends with a concession of all points that the winner
 * lacks, like a resignation.  A reader that limits resignations to three times the cube counts
 * only that many points.  Between games the concession forms a separate game without a roll,
 * because none was made.  The reason is in a comment at the head, the only place where gnubg
 * accepts a comment.
 *
 * A double is written only when it is answered.  A game that is resigned before the answer is
 * won at the old value of the cube, but readers would count the new value.  The format cannot
 * express that the opening roll has turned the cube.  The values of later doubles, and the
 * points, are correct nevertheless. */
#include "form/matfile.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "rules/listing.h"
#include "rules/notation.h"

/* bytes before the right column: the longest cell is "nnn) 66: bar/18* bar/18 bar/18 bar/18" */
#define RIGHT_AT 40u
#define SHORTEST 16u

/* ---- lines and columns ---- */

static void
pad_to(struct matfile *f, size_t column)
{
	size_t blanks = f->width < column ? column - f->width : 2;

	out_addf(f->out, "%*s", (int)blanks, "");
	f->width += blanks;
}

/* Ends a line.  Pads a short line: gnubg looks for the right column only in lines of more than
 * 15 bytes, and for others uses the column of the previous line. */
static void
line_end(struct matfile *f)
{
	if (f->width == 0)
		return;
	if (f->width < SHORTEST)
		pad_to(f, SHORTEST);
	out_text(f->out, "\n");
	f->width = 0;
}

static void
line_begin(struct matfile *f)
{
	char text[16];
	struct sbuf b;

	SBUF_ON(&b, text);
	f->line++;
	sbuf_addf(&b, "%3u) ", f->line);
	out_text(f->out, text);
	f->width = b.len;
}

static void
header(struct matfile *f, unsigned game_no)
{
	const struct match_state *st = &f->state;
	char text[64];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, " %s : %u", f->r->name[0], (unsigned)st->score[0]);
	out_addf(f->out, "\n Game %u\n%s%*s%s : %u\n", game_no, text, (int)(RIGHT_AT - b.len),
	    "", f->r->name[1], (unsigned)st->score[1]);
	f->headed = true;
}

/* Writes the game's header unless that was done.  Called only when something happens in the
 * game, because readers cannot use a game without a play. */
static void
game_header(struct matfile *f)
{
	if (!f->headed)
		header(f, (unsigned)f->state.game_no);
}

/* Writes what a player does, in that player's column. */
static void
cell(struct matfile *f, enum seat seat, const char *text)
{
	game_header(f);
	if (seat == SEAT_0)
		line_end(f);
	if (f->width == 0)
		line_begin(f);
	if (seat == SEAT_1)
		pad_to(f, RIGHT_AT);
	out_text(f->out, text);
	f->width += strlen(text);
	if (seat == SEAT_1)
		line_end(f);
}

/* ---- events ---- */

/* Returns a bit for each step that hits.  before: the position before the play. */
static unsigned
hits_of(const struct play *p, const struct board *before, enum seat mover)
{
	const uint8_t *facing = before->at[seat_other(mover)];
	unsigned hits = 0;

	for (unsigned i = 0; i < p->n; i++) {
		bool hits_here = p->step[i].to != PT_OFF && facing[PT_BAR - p->step[i].to] == 1;

		for (unsigned k = 0; k < i; k++) /* if several checkers move to the same point,
						    only the first one hits */
			if (p->step[k].to == p->step[i].to)
				hits_here = false;
		if (hits_here)
			hits |= 1u << i;
	}
	return hits;
}

static void
roll(struct matfile *f, const struct match_event *e, struct dice_pair dice)
{
	char text[64];
	struct sbuf b;

	if (f->text != NULL && e->kind == EV_MOVED && !e->automatic)
		f->back[e->seat] =
		    (struct matfile_back){ f->text->len, f->width, f->line, f->headed };
	SBUF_ON(&b, text);
	sbuf_addf(&b, "%u%u: ", (unsigned)dice.d[0], (unsigned)dice.d[1]);
	if (e->kind == EV_MOVED)
		notation_write_hits(&b, &e->play, hits_of(&e->play, &f->state.board, e->seat));
	else
		sbuf_add(&b, "Cannot Move");
	if (e->misplay) /* with this note, programs that import the file accept the play */
		sbuf_add(&b, " (illegal)");
	cell(f, e->seat, text);
}

/* Writes the opening roll of a game that was given up before the first move.  Without the roll
 * gnubg would drop the game and its points, because the game has no action. */
static void
opening_only(struct matfile *f)
{
	const struct dice_pair *dice = &f->state.dice;
	char text[8];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%u%u:", (unsigned)dice->d[0], (unsigned)dice->d[1]);
	cell(f, f->state.turn, text);
}

static void
offer_hold(struct matfile *f, const struct match_event *e)
{
	f->offers = e->seat;
	f->offer = e->value;
	f->beaver = e->kind == EV_REDOUBLED;
}

static void
offer_write(struct matfile *f)
{
	char text[48];
	struct sbuf b;

	if (f->offers == SEAT_NONE)
		return;
	SBUF_ON(&b, text);
	sbuf_addf(&b, f->beaver ? " Beavers => %u" : " Doubles => %u", (unsigned)f->offer);
	cell(f, f->offers, text);
	f->offers = SEAT_NONE;
}

/* Drops a double that was never answered, because the game has ended.  A beaver that was never
 * answered has accepted the double before it, so that double counts. */
static void
offer_forget(struct matfile *f)
{
	if (f->offers != SEAT_NONE && f->beaver)
		cell(f, f->offers, " Takes");
	f->offers = SEAT_NONE;
}

static void
wins(struct matfile *f, enum seat winner, unsigned points, bool match_too)
{
	if (winner == SEAT_0)
		line_end(f);
	pad_to(f, winner == SEAT_0 ? 6 : RIGHT_AT + 1);
	out_addf(f->out, "Wins %u point%s%s", points, points == 1 ? "" : "s",
	    match_too ? " and the match" : "");
	f->width = RIGHT_AT; /* any width will do: line_end only compares it with SHORTEST */
	line_end(f);
}

static void
game_won(struct matfile *f, const struct match_event *e, bool match_too)
{
	if (e->how == WON_DROP) {
		offer_write(f);
		cell(f, seat_other(e->seat), " Drops");
	}
	offer_forget(f);
	if (!f->headed)
		opening_only(f);
	wins(f, e->seat, (unsigned)e->points, match_too);
}

/* Writes a match that was lost on time or by decision: the loser concedes the points that the
 * winner lacks. */
static void
match_conceded(struct matfile *f, enum seat winner)
{
	const struct match_state *st = &f->state;

	offer_forget(f);
	if (!match_game_on(st)) {
		f->line = 0;
		header(f, (unsigned)st->game_no + 1);
	} else if (!f->headed) {
		opening_only(f);
	}
	wins(f, winner, (unsigned)(st->length - st->score[winner]), true);
}

static void
match_won(struct matfile *f, const struct match_event *e)
{
	switch (e->how) {
	case WON_TIME:
	case WON_ABANDON:
	case WON_FORFEIT:
	case WON_RESULT:
		if (f->state.length > 0)
			match_conceded(f, e->seat);
		break;
	case WON_BORNE_OFF:
	case WON_DROP:
	case WON_RESIGN: /* written with the last game */
		break;
	}
}

static void
taken_back(struct matfile *f, enum seat seat)
{
	const struct matfile_back *b = &f->back[seat];

	if (f->text == NULL)
		return;
	f->text->len = b->len;
	f->text->at[b->len] = '\0';
	f->width = b->width;
	f->line = b->line;
	f->headed = b->headed;
	f->offers = SEAT_NONE;
}

static void
event(struct matfile *f, const struct match_events *ev, unsigned i)
{
	const struct match_event *e = &ev->e[i];

	switch (e->kind) {
	case EV_GAME_STARTED:
		f->headed = false;
		f->line = 0;
		break;
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		roll(f, e, listing_dice(&f->state, ev, e));
		break;
	case EV_REDOUBLED:
		offer_write(f);
		offer_hold(f, e);
		break;
	case EV_DOUBLED:
		offer_hold(f, e);
		break;
	case EV_TAKEN:
		offer_write(f);
		cell(f, e->seat, " Takes");
		break;
	case EV_GAME_WON:
		game_won(f, e, i + 1 < ev->n && ev->e[i + 1].kind == EV_MATCH_WON);
		break;
	case EV_GAME_DRAWN: /* the format has no result for a drawn game */
		offer_forget(f);
		if (!f->headed)
			opening_only(f);
		line_end(f);
		break;
	case EV_MATCH_WON:
		match_won(f, e);
		break;
	case EV_TAKEN_BACK:
		taken_back(f, e->seat);
		break;
	case EV_POSITION:
		f->err = MATFILE_POSITION;
		break;
	default: /* EV_TIME_OUT is followed by EV_MATCH_WON, unless both have lost */
		break;
	}
}

/* ---- the match ---- */

/* Writes a comment on why a match was not played to its end. */
static void
tell_why(const struct match_record *r, struct out *out)
{
	const char *winner = r->winner >= 0 ? r->name[r->winner] : "";
	const char *loser = r->winner >= 0 ? r->name[1 - r->winner] : "";

	if (r->winner < 0) {
		if (strcmp(r->end_reason, "forfeit") == 0)
			out_text(out, "; Both have lost by forfeit: nobody wins the match.\n");
	} else if (strcmp(r->end_reason, "time") == 0) {
		out_addf(out, "; %s has lost on time: %s wins the match.\n", loser, winner);
	} else if (strcmp(r->end_reason, "forfeit") == 0) {
		out_addf(out, "; %s has lost by forfeit: %s wins the match.\n", loser, winner);
	} else if (strcmp(r->end_reason, "set") == 0) {
		out_addf(out, "; The director has set the result: %s wins %u-%u.\n", winner,
		    (unsigned)r->score[r->winner], (unsigned)r->score[1 - r->winner]);
	}
}

static void
tag(struct out *out, const char *name, const char *value)
{
	out_addf(out, "; [%s \"", name);
	for (const char *p = value; *p != '\0'; p++)
		out_addf(out, "%c", *p == '"' ? '\'' : *p);
	out_text(out, "\"]\n");
}

void
matfile_begin(struct matfile *f, const struct match_record *r,
    const struct matfile_event *event, struct out *out)
{
	const struct variant *v = variant_find(r->variant);
	char day[16];

	f->r = r;
	f->out = out;
	f->err = MATFILE_OK;
	f->actions = 0;
	f->line = 0;
	f->width = 0;
	f->headed = false;
	f->offers = SEAT_NONE;
	f->offer = 0;
	f->beaver = false;
	f->text = NULL;
	if (v == NULL || !v->fibs)
		f->err = MATFILE_VARIANT;
	else if (r->length > MATCH_LENGTH_MAX)
		f->err = MATFILE_CORRUPT;
	if (f->err != MATFILE_OK)
		return;
	match_init(&f->state, v, r->length);
	time_text(r->created_ms / 1000, "%Y.%m.%d", day, sizeof(day));
	if (event != NULL && event->header[0] != '\0') {
		out_text(out, event->header);
	} else if (event != NULL) {
		tag(out, "Event", event->name);
		tag(out, "Round", event->round);
	}
	out_addf(out, "; [EventDate \"%s\"]\n; [Variation \"Backgammon\"]\n", day);
	tell_why(r, out);
	out_addf(out, "\n %u point match\n", (unsigned)r->length);
}

bool
matfile_action(void *ctx, const struct action_record *a)
{
	struct matfile *f = ctx;
	struct match_state after = f->state;
	struct match_events ev;
	struct action action;

	if (f->err != MATFILE_OK)
		return false;
	if (!match_read_action(a, &action) ||
	    match_apply(&after, &action, &f->space, &ev).err != MATCH_OK) {
		f->err = MATFILE_CORRUPT;
		return false;
	}
	for (unsigned i = 0; i < ev.n; i++)
		event(f, &ev, i);
	f->state = after;
	f->actions++;
	return f->err == MATFILE_OK;
}

enum matfile_err
matfile_end(struct matfile *f)
{
	if (f->err == MATFILE_VARIANT)
		return f->err;
	offer_write(f);
	line_end(f);
	if (f->err == MATFILE_OK && f->actions < f->r->actions)
		f->err = MATFILE_CORRUPT;
	return f->err;
}
