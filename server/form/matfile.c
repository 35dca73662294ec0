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
#define RIGHT_COLUMN_AT 40u
#define LINE_LEN_MIN 16u

/* ---- lines and columns ---- */

static void
pad_to(struct matfile *f, size_t column)
{
	size_t blanks = f->line_len < column ? column - f->line_len : 2;

	out_addf(f->out, "%*s", (int)blanks, "");
	f->line_len += blanks;
}

/* Ends a line.  Pads a short line: gnubg looks for the right column only in lines of more than
 * 15 bytes, and for others uses the column of the previous line. */
static void
line_end(struct matfile *f)
{
	if (f->line_len == 0)
		return;
	if (f->line_len < LINE_LEN_MIN)
		pad_to(f, LINE_LEN_MIN);
	out_text(f->out, "\n");
	f->line_len = 0;
}

static void
line_begin(struct matfile *f)
{
	char text[16];
	struct sbuf b;

	SBUF_INIT(&b, text);
	f->line_no++;
	sbuf_addf(&b, "%3u) ", f->line_no);
	out_text(f->out, text);
	f->line_len = b.len;
}

static void
write_game_header(struct matfile *f, unsigned game_no)
{
	const struct match_state *st = &f->state;
	char text[64];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, " %s : %u", f->r->name[0], (unsigned)st->score[0]);
	out_addf(f->out, "\n Game %u\n%s%*s%s : %u\n", game_no, text,
	    (int)(RIGHT_COLUMN_AT - b.len), "", f->r->name[1], (unsigned)st->score[1]);
	f->header_written = true;
}

/* Writes the game's header unless that was done.  Called only when something happens in the
 * game, because readers cannot use a game without a play. */
static void
ensure_game_header(struct matfile *f)
{
	if (!f->header_written)
		write_game_header(f, (unsigned)f->state.game_no);
}

/* Writes what a player does, in that player's column. */
static void
write_cell(struct matfile *f, enum seat seat, const char *text)
{
	ensure_game_header(f);
	if (seat == SEAT_0)
		line_end(f);
	if (f->line_len == 0)
		line_begin(f);
	if (seat == SEAT_1)
		pad_to(f, RIGHT_COLUMN_AT);
	out_text(f->out, text);
	f->line_len += strlen(text);
	if (seat == SEAT_1)
		line_end(f);
}

/* ---- events ---- */

/* Returns a bit for each step that hits.  before: the position before the play. */
static unsigned
hitting_steps(const struct play *p, const struct board *before, enum seat mover)
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
write_roll(struct matfile *f, const struct match_event *e, struct dice_pair dice)
{
	char text[64];
	struct sbuf b;

	if (f->practice_text != NULL && e->kind == EV_MOVED && !e->automatic)
		f->undo[e->seat] = (struct matfile_undo){ f->practice_text->len, f->line_len,
			f->line_no, f->header_written };
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%u%u: ", (unsigned)dice.d[0], (unsigned)dice.d[1]);
	if (e->kind == EV_MOVED)
		notation_write_hits(
		    &b, &e->play, hitting_steps(&e->play, &f->state.board, e->seat));
	else
		sbuf_add(&b, "Cannot Move");
	if (e->misplay) /* with this note, programs that import the file accept the play */
		sbuf_add(&b, " (illegal)");
	write_cell(f, e->seat, text);
}

/* Writes the opening roll of a game that was given up before the first move.  Without the roll
 * gnubg would drop the game and its points, because the game has no action. */
static void
write_opening_roll(struct matfile *f)
{
	const struct dice_pair *dice = &f->state.dice;
	char text[8];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%u%u:", (unsigned)dice->d[0], (unsigned)dice->d[1]);
	write_cell(f, f->state.turn, text);
}

static void
offer_hold(struct matfile *f, const struct match_event *e)
{
	f->offering_seat = e->seat;
	f->offered_value = e->value;
	f->beaver = e->kind == EV_REDOUBLED;
}

static void
offer_write(struct matfile *f)
{
	char text[48];
	struct sbuf b;

	if (f->offering_seat == SEAT_NONE)
		return;
	SBUF_INIT(&b, text);
	sbuf_addf(
	    &b, f->beaver ? " Beavers => %u" : " Doubles => %u", (unsigned)f->offered_value);
	write_cell(f, f->offering_seat, text);
	f->offering_seat = SEAT_NONE;
}

/* Drops a double that was never answered, because the game has ended.  A beaver that was never
 * answered has accepted the double before it, so that double counts. */
static void
offer_forget(struct matfile *f)
{
	if (f->offering_seat != SEAT_NONE && f->beaver)
		write_cell(f, f->offering_seat, " Takes");
	f->offering_seat = SEAT_NONE;
}

static void
write_wins(struct matfile *f, enum seat winner, unsigned points, bool match_too)
{
	if (winner == SEAT_0)
		line_end(f);
	pad_to(f, winner == SEAT_0 ? 6 : RIGHT_COLUMN_AT + 1);
	out_addf(f->out, "Wins %u point%s%s", points, points == 1 ? "" : "s",
	    match_too ? " and the match" : "");
	f->line_len = RIGHT_COLUMN_AT; /* any width will do: line_end only compares it with
					  LINE_LEN_MIN */
	line_end(f);
}

static void
write_game_won(struct matfile *f, const struct match_event *e, bool match_too)
{
	if (e->how == WON_DROP) {
		offer_write(f);
		write_cell(f, seat_other(e->seat), " Drops");
	}
	offer_forget(f);
	if (!f->header_written)
		write_opening_roll(f);
	write_wins(f, e->seat, (unsigned)e->points, match_too);
}

/* Writes a match that was lost on time or by decision: the loser concedes the points that the
 * winner lacks. */
static void
write_match_conceded(struct matfile *f, enum seat winner)
{
	const struct match_state *st = &f->state;

	offer_forget(f);
	if (!match_game_on(st)) {
		f->line_no = 0;
		write_game_header(f, (unsigned)st->game_no + 1);
	} else if (!f->header_written) {
		write_opening_roll(f);
	}
	write_wins(f, winner, (unsigned)(st->length - st->score[winner]), true);
}

static void
write_match_won(struct matfile *f, const struct match_event *e)
{
	switch (e->how) {
	case WON_TIME:
	case WON_ABANDON:
	case WON_FORFEIT:
	case WON_SET_RESULT:
		if (f->state.length > 0)
			write_match_conceded(f, e->seat);
		break;
	case WON_BORNE_OFF:
	case WON_DROP:
	case WON_RESIGN: /* written with the last game */
		break;
	}
}

static void
undo_play(struct matfile *f, enum seat seat)
{
	const struct matfile_undo *b = &f->undo[seat];

	if (f->practice_text == NULL)
		return;
	f->practice_text->len = b->len;
	f->practice_text->at[b->len] = '\0';
	f->line_len = b->line_len;
	f->line_no = b->line_no;
	f->header_written = b->header_written;
	f->offering_seat = SEAT_NONE;
}

static void
write_event(struct matfile *f, const struct match_events *ev, unsigned i)
{
	const struct match_event *e = &ev->e[i];

	switch (e->kind) {
	case EV_GAME_STARTED:
		f->header_written = false;
		f->line_no = 0;
		break;
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		write_roll(f, e, listing_dice(&f->state, ev, e));
		break;
	case EV_REDOUBLED:
		offer_write(f);
		offer_hold(f, e);
		break;
	case EV_DOUBLED:
		offer_hold(f, e);
		break;
	case EV_DOUBLE_TAKEN:
		offer_write(f);
		write_cell(f, e->seat, " Takes");
		break;
	case EV_GAME_WON:
		write_game_won(f, e, i + 1 < ev->n && ev->e[i + 1].kind == EV_MATCH_WON);
		break;
	case EV_GAME_DRAWN: /* the format has no result for a drawn game */
		offer_forget(f);
		if (!f->header_written)
			write_opening_roll(f);
		line_end(f);
		break;
	case EV_MATCH_WON:
		write_match_won(f, e);
		break;
	case EV_TAKEN_BACK:
		undo_play(f, e->seat);
		break;
	case EV_POSITION_SET:
		f->err = MATFILE_HAS_POSITION;
		break;
	default: /* EV_TIME_OUT is followed by EV_MATCH_WON, unless both have lost */
		break;
	}
}

/* ---- the match ---- */

/* Writes a comment on why a match was not played to its end. */
static void
write_end_reason(const struct match_record *r, struct out *out)
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
	f->line_no = 0;
	f->line_len = 0;
	f->header_written = false;
	f->offering_seat = SEAT_NONE;
	f->offered_value = 0;
	f->beaver = false;
	f->practice_text = NULL;
	if (v == NULL || !v->fibs)
		f->err = MATFILE_NOT_BACKGAMMON;
	else if (r->length > MATCH_LENGTH_MAX)
		f->err = MATFILE_CORRUPT;
	if (f->err != MATFILE_OK)
		return;
	match_init(&f->state, v, r->length);
	time_text(r->created_ms / 1000, "%Y.%m.%d", day, sizeof(day));
	if (event != NULL && event->import_header[0] != '\0') {
		out_text(out, event->import_header);
	} else if (event != NULL) {
		tag(out, "Event", event->name);
		tag(out, "Round", event->round);
	}
	out_addf(out, "; [EventDate \"%s\"]\n; [Variation \"Backgammon\"]\n", day);
	write_end_reason(r, out);
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
		write_event(f, &ev, i);
	f->state = after;
	f->actions++;
	return f->err == MATFILE_OK;
}

enum matfile_write_err
matfile_end(struct matfile *f)
{
	if (f->err == MATFILE_NOT_BACKGAMMON)
		return f->err;
	offer_write(f);
	line_end(f);
	if (f->err == MATFILE_OK && f->actions < f->r->actions)
		f->err = MATFILE_CORRUPT;
	return f->err;
}
