/* SPDX-License-Identifier: MIT */
/* See form.h.  Text is written as the actions arrive.  No text contains the seed of a match
 * that has not ended. */
#include "form/form.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fair/draw.h"
#include "match/match.h"
#include "output/output.h"
#include "people/people.h"
#include "rules/listing.h"
#include "rules/notation.h"

#define TIME_FORMAT "%Y-%m-%dT%H:%M:%SZ"

/* ---- json: the actions as they are stored ---- */

/* Writes a line and adds it to the hash that is written at the end; with that hash a reader can
 * check that the text is unchanged. */
PRINTF_LIKE(2, 3)
static void
json_write_hashed(struct form_text *f, const char *fmt, ...)
{
	char text[512];
	struct sbuf b;
	va_list ap;

	SBUF_INIT(&b, text);
	va_start(ap, fmt);
	sbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	CHECK(sbuf_ok(&b));
	(void)crypto_hash_sha256_update(&f->sum, (const uint8_t *)text, b.len);
	out_text(f->out, text);
}

static void
json_dice(struct form_text *f)
{
	const struct match_record *r = f->r;
	char commitment[FAIR_HEX_ROOM], seed[FAIR_HEX_ROOM];

	fair_draw_commitment(r->seed, commitment);
	fair_hex(r->seed, seed);
	json_write_hashed(f, "\"commitment\": \"%s\",\n\"committed\": %s,\n", commitment,
	    r->dice_committed ? "true" : "false");
	if (r->ended_ms != 0 && !match_imported(r))
		json_write_hashed(f, "\"seed\": \"%s\",\n", seed);
	else
		json_write_hashed(f, "\"seed\": null,\n");
	json_write_hashed(
	    f, "\"texts\": [\"%s\", \"%s\"],\n", r->dice_text[0], r->dice_text[1]);
}

static void
json_begin_match(struct form_text *f)
{
	const struct match_record *r = f->r;
	char begun[32], ended[32];

	(void)crypto_hash_sha256_init(&f->sum);
	time_text(r->created_ms / 1000, TIME_FORMAT, begun, sizeof(begun));
	time_text(r->ended_ms / 1000, TIME_FORMAT, ended, sizeof(ended));
	json_write_hashed(f, "{\n\"gammond\": 1,\n\"match\": %" PRId64 ",\n\"game\": \"%s\",\n",
	    r->id, r->variant);
	json_write_hashed(f, "\"length\": %u,\n\"players\": [\"%s\", \"%s\"],\n",
	    (unsigned)r->length, r->name[0], r->name[1]);
	json_write_hashed(f, "\"begun\": \"%s\",\n\"ended\": \"%s\",\n\"end\": \"%s\",\n",
	    begun, r->ended_ms != 0 ? ended : "", r->end_reason);
	json_write_hashed(f, "\"winner\": %d,\n\"score\": [%" PRIu32 ", %" PRIu32 "],\n",
	    r->winner, r->score[0], r->score[1]);
	json_write_hashed(f, "\"tournament\": %" PRId64 ",\n\"rated\": %s,\n", r->tournament,
	    r->unrated ? "false" : "true");
	json_dice(f);
	json_write_hashed(f, "\"actions\": [");
}

static void
json_action(struct form_text *f, const struct action_record *a)
{
	json_write_hashed(f,
	    "%s\n{\"seat\": %d, \"at\": %" PRId64 ", \"ms\": %" PRIu32 ", \"auto\": %s, "
	    "\"kind\": \"%s\", \"text\": \"%s\"}",
	    f->actions > 1 ? "," : "", a->seat, a->at_ms, a->elapsed_ms,
	    a->automatic ? "true" : "false", a->kind, a->text);
}

static void
json_errors(struct form_text *f)
{
	json_write_hashed(f, "\"errors\": [");
	for (unsigned i = 0; i < f->marks_n; i++) {
		const struct review_mark *m = &f->mark[i].is;

		json_write_hashed(f,
		    "%s\n{\"move\": %" PRIu32 ", \"seat\": %d, \"cube\": %s, \"error\": %.3f, "
		    "\"mark\": \"%s\", \"best\": \"%s\"}",
		    i > 0 ? "," : "", m->move_number, m->seat,
		    m->is_cube_decision ? "true" : "false", m->error, f->mark[i].text, m->best);
	}
	json_write_hashed(f, "\n],\n");
}

static void
json_end_match(struct form_text *f)
{
	char hex[FAIR_HEX_ROOM];
	uint8_t sum[32];

	json_write_hashed(f, "\n],\n");
	if (f->marks_n > 0)
		json_errors(f);
	(void)crypto_hash_sha256_final(&f->sum, sum);
	fair_hex(sum, hex);
	out_addf(f->out, "\"sha256\": \"%s\"\n}\n", hex);
}

/* ---- txt: for human readers ---- */

static void
txt_begin(struct form_text *f)
{
	const struct match_record *r = f->r;
	const struct variant *v = variant_find(r->variant);
	char day[32];

	time_text(r->created_ms / 1000, "%Y-%m-%d %H:%M UTC", day, sizeof(day));
	out_addf(f->out, "Match %" PRId64 ": %s - %s, %s, ", r->id, r->name[0], r->name[1],
	    v != NULL ? v->title : r->variant);
	if (r->length > 0)
		out_addf(
		    f->out, "%u point%s\n", (unsigned)r->length, r->length == 1 ? "" : "s");
	else
		out_text(f->out, "unlimited\n");
	out_addf(f->out, "Begun %s\n", day);
}

/* Writes the note on the move just written, line by line.  An XGID would not fit in 80 columns
 * below the move. */
static void
txt_note(struct form_text *f)
{
	for (const char *at = f->move_note; *at != '\0'; at += strcspn(at, "\n") + 1)
		out_addf(f->out, "%*s%.*s\n", strncmp(at, "XGID=", 5) == 0 ? 6 : 27, "",
		    (int)strcspn(at, "\n"), at);
	f->move_note[0] = '\0';
}

/* Writes a numbered line with an action of one player. */
PRINTF_LIKE(3, 4)
static void
txt_line(struct form_text *f, enum seat seat, const char *fmt, ...)
{
	char text[128];
	struct sbuf b;
	va_list ap;

	SBUF_INIT(&b, text);
	va_start(ap, fmt);
	sbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	out_addf(f->out, "%4u. %-20s %s\n", ++f->line_no, f->r->name[seat], text);
	txt_note(f);
}

static void
txt_play(struct form_text *f, const struct match_event *e, struct dice_pair dice)
{
	char play[64];
	struct sbuf b;

	SBUF_INIT(&b, play);
	if (e->kind == EV_MOVED)
		notation_write(&b, &e->play);
	else
		sbuf_add(&b, "cannot move");
	if (f->state.variant->no_dice)
		txt_line(f, e->seat, "%s", play);
	else
		txt_line(
		    f, e->seat, "%u%u: %s", (unsigned)dice.d[0], (unsigned)dice.d[1], play);
}

static void
txt_begin_game(struct form_text *f, const struct match_state *after)
{
	f->line_no = 0;
	out_addf(f->out, "\nGame %" PRIu32 "%s%s, %s %" PRIu32 ", %s %" PRIu32 "\n",
	    after->game_no, after->variant != after->match_variant ? ", " : "",
	    after->variant != after->match_variant ? after->variant->title : "", f->r->name[0],
	    after->score[0], f->r->name[1], after->score[1]);
}

static void
txt_position(struct form_text *f, const struct match_state *after)
{
	char text[POSITION_ID_ROOM];
	struct sbuf b;

	SBUF_INIT(&b, text);
	if (position_xgid(&b, after, SEAT_0))
		out_addf(f->out, "Position XGID=%s\n", text);
}

static void
txt_event(struct form_text *f, const struct match_events *ev, unsigned i,
    const struct match_state *after)
{
	const struct match_event *e = &ev->e[i];

	switch (e->kind) {
	case EV_GAME_STARTED:
		txt_begin_game(f, after);
		break;
	case EV_POSITION_SET:
		txt_position(f, after);
		break;
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		txt_play(f, e, listing_dice(&f->state, ev, e));
		break;
	case EV_DOUBLED:
	case EV_REDOUBLED:
		txt_line(f, e->seat, "doubles to %" PRIu32, e->value);
		break;
	case EV_DOUBLE_TAKEN:
		txt_line(f, e->seat, "takes");
		break;
	case EV_TAKEN_BACK:
		txt_line(f, e->seat, "takes the last play back");
		break;
	case EV_GAME_WON:
		if (e->how == WON_DROP)
			txt_line(f, seat_other(e->seat), "drops");
		else if (e->how == WON_RESIGN)
			txt_line(f, seat_other(e->seat), "resigns");
		txt_line(f, e->seat, "wins %" PRIu32 " point%s", e->points,
		    e->points == 1 ? "" : "s");
		break;
	case EV_GAME_DRAWN:
		out_text(f->out, "      The game is drawn.\n");
		break;
	default:
		break;
	}
}

static void
txt_end(struct form_text *f)
{
	const struct match_record *r = f->r;

	if (r->ended_ms == 0)
		out_text(f->out, "\nThe match is not over.\n");
	else if (r->winner < 0)
		out_addf(f->out, "\nNobody wins the match: %s.\n", r->end_reason);
	else
		out_addf(f->out, "\n%s wins the match %" PRIu32 "-%" PRIu32 "%s%s.\n",
		    r->name[r->winner], r->score[r->winner], r->score[1 - r->winner],
		    strcmp(r->end_reason, "won") == 0 ? "" : ": ",
		    strcmp(r->end_reason, "won") == 0 ? "" : r->end_reason);
}

/* ---- sgf: FF[4] GM[6], as read and written by gnubg; seat 0 is White ---- */

static char
sgf_player(enum seat seat)
{
	return seat == SEAT_0 ? 'W' : 'B';
}

static char
sgf_point(enum seat seat, unsigned point)
{
	if (point == PT_BAR)
		return 'y';
	if (point == 0)
		return 'z';
	return (char)(seat == SEAT_0 ? 'a' + ((int)point - 1) : 'x' - ((int)point - 1));
}

/* Writes the moves that were held back. */
static void
flush_held_moves(struct form_text *f)
{
	if (f->held_moves.at == NULL)
		return;
	out_text(f->out, f->held_moves.at);
	f->held_moves.len = 0;
	f->held_moves.at[0] = '\0';
}

/* Ends a game: writes its moves, which were held back because the result precedes them. */
static void
sgf_end_game(struct form_text *f)
{
	if (!f->game_open)
		return;
	out_text(f->out, "\n");
	flush_held_moves(f);
	out_text(f->out, ")\n");
	f->game_open = false;
}

PRINTF_LIKE(2, 3)
static void
sgf_node(struct form_text *f, const char *fmt, ...)
{
	struct out out = pager_text_out(&f->held_moves, NULL);
	char text[64];
	struct sbuf b;
	va_list ap;

	SBUF_INIT(&b, text);
	va_start(ap, fmt);
	sbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	out_text(&out, text);
	if (f->move_note[0] != '\0')
		out_addf(&out, "C[%.*s]\n", (int)strlen(f->move_note) - 1, f->move_note);
	f->move_note[0] = '\0';
}

static void
sgf_begin_game(struct form_text *f, const struct match_state *after)
{
	const struct match_record *r = f->r;
	char day[16];

	sgf_end_game(f);
	time_text(r->created_ms / 1000, "%Y-%m-%d", day, sizeof(day));
	out_addf(f->out,
	    "(;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:%u][game:%" PRIu32 "][ws:%" PRIu32
	    "][bs:%" PRIu32 "]PW[%s]PB[%s]DT[%s]",
	    (unsigned)after->length, after->game_no - 1, after->score[0], after->score[1],
	    r->name[0], r->name[1], day);
	if (after->length > 0 && after->crawford == CRAWFORD_ACTIVE)
		out_text(f->out, "RU[Crawford:CrawfordGame]");
	else if (after->length > 0)
		out_text(f->out, "RU[Crawford]");
	else if (after->jacoby)
		out_text(f->out, "RU[Jacoby]");
	if (after->cube > 1)
		out_addf(f->out, "CV[%" PRIu32 "]", after->cube);
	f->game_open = true;
}

static void
sgf_play(struct form_text *f, const struct match_event *e, struct dice_pair dice)
{
	char play[2 * PLAY_MAX_STEPS + 1] = "";

	if (e->kind == EV_MOVED && !e->automatic)
		f->undo_len[e->seat] = f->held_moves.len;
	for (unsigned i = 0; e->kind == EV_MOVED && i < e->play.n; i++) {
		play[2 * i] = sgf_point(e->seat, e->play.step[i].from);
		play[2 * i + 1] = sgf_point(e->seat, e->play.step[i].to);
	}
	sgf_node(f, ";%c[%u%u%s]\n", sgf_player(e->seat), (unsigned)dice.d[0],
	    (unsigned)dice.d[1], play);
}

static void
sgf_cube_action(struct form_text *f, enum seat seat, const char *word)
{
	sgf_node(f, ";%c[%s]\n", sgf_player(seat), word);
}

static void
sgf_game_won(struct form_text *f, const struct match_event *e)
{
	if (e->how == WON_DROP)
		sgf_cube_action(f, seat_other(e->seat), "drop");
	out_addf(f->out, "RE[%c+%" PRIu32 "%s]", sgf_player(e->seat), e->points,
	    e->how == WON_RESIGN ? "R" : "");
	sgf_end_game(f);
}

/* Writes a node that sets up the position at which a game begins. */
static void
sgf_position(struct form_text *f, const struct match_state *after)
{
	struct out out = pager_text_out(&f->held_moves, NULL);
	struct game_position p;

	if (!position_of(after, SEAT_0, &p))
		return;
	out_addf(&out, ";PL[%c]CV[%" PRIu32 "]CO[%c]AE[a:y]", sgf_player(p.turn), p.cube,
	    p.cube_owner == SEAT_NONE ? 'c'
	    : p.cube_owner == SEAT_0  ? 'w'
				      : 'b');
	for (unsigned s = 0; s < 2; s++) {
		out_addf(&out, "A%c", sgf_player((enum seat)s));
		for (unsigned i = 1; i <= PT_BAR; i++)
			for (unsigned k = 0; k < p.at[s][i]; k++)
				out_addf(&out, "[%c]", sgf_point((enum seat)s, i));
	}
	out_text(&out, "\n");
	if (p.doubled)
		sgf_cube_action(f, p.turn, "double");
}

static void
sgf_event(struct form_text *f, const struct match_events *ev, unsigned i,
    const struct match_state *after)
{
	const struct match_event *e = &ev->e[i];

	switch (e->kind) {
	case EV_GAME_STARTED:
		sgf_begin_game(f, after);
		break;
	case EV_POSITION_SET:
		sgf_position(f, after);
		break;
	case EV_MOVED:
	case EV_CANNOT_MOVE:
		sgf_play(f, e, listing_dice(&f->state, ev, e));
		break;
	case EV_DOUBLED:
	case EV_REDOUBLED:
		sgf_cube_action(f, e->seat, "double");
		break;
	case EV_DOUBLE_TAKEN:
		sgf_cube_action(f, e->seat, "take");
		break;
	case EV_TAKEN_BACK:
		f->held_moves.len = f->undo_len[e->seat];
		f->held_moves.at[f->held_moves.len] = '\0';
		break;
	case EV_GAME_WON:
		sgf_game_won(f, e);
		break;
	default:
		break;
	}
}

static void
no_begin(struct form_text *f)
{
	(void)f;
}

/* ---- mat ---- */

static void
mat_begin(struct form_text *f)
{
	/* the text of a practice match is held back, because a play that is taken back must be
	 * removed from it */
	const bool practice = match_is_practice(f->r);

	f->held_moves_out = pager_text_out(&f->held_moves, NULL);
	matfile_begin(&f->mat, f->r, f->event, practice ? &f->held_moves_out : f->out);
	f->mat.practice_text = practice ? &f->held_moves : NULL;
	f->err = f->mat.err;
}

static void
mat_action(struct form_text *f, const struct action_record *a)
{
	(void)matfile_action(&f->mat, a);
	f->err = f->mat.err;
	if (!match_game_on(&f->mat.state)) /* plays of a game that has ended cannot be taken
					    * back */
		flush_held_moves(f);
}

static void
mat_end(struct form_text *f)
{
	enum matfile_write_err err = matfile_end(&f->mat);

	flush_held_moves(f);
	if (f->err == MATFILE_OK)
		f->err = err;
}

/* ---- table ---- */

const struct form FORMS[] = {
	{ "mat", true, true, mat_begin, mat_action, NULL, mat_end },
	{ "sgf", true, false, no_begin, NULL, sgf_event, sgf_end_game },
	{ "txt", false, false, txt_begin, NULL, txt_event, txt_end },
	{ "json", false, false, json_begin_match, json_action, NULL, json_end_match },
	{ 0 },
};

const struct form *
form_named(const char *name)
{
	for (const struct form *f = FORMS; f->name != NULL; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

bool
form_fits(const struct form *form, const struct match_record *r)
{
	const struct variant *v = variant_find(r->variant);

	return !form->backgammon_only || (v != NULL && v->fibs);
}

void
form_begin(struct form_text *f, const struct form *form, const struct match_record *r,
    const struct matfile_event *event, struct out *out)
{
	const struct variant *v = variant_find(r->variant);

	f->form = form;
	f->r = r;
	f->event = event;
	f->out = out;
	f->err = MATFILE_OK;
	f->actions = 0;
	f->line_no = f->move_no = f->marks_n = 0;
	f->move_note[0] = '\0';
	f->game_open = false;
	f->held_moves = (struct pager_text){ 0 };
	if (!form_fits(form, r))
		f->err = MATFILE_NOT_BACKGAMMON;
	else if (form->event != NULL && (v == NULL || r->length > MATCH_LENGTH_MAX))
		f->err = MATFILE_CORRUPT;
	if (f->err != MATFILE_OK)
		return;
	if (form->event != NULL)
		match_init(&f->state, v, r->length);
	form->begin(f);
}

void
form_add_mark(struct form_text *f, const struct review_mark *m, const char *text)
{
	unsigned at = f->marks_n;

	if (f->err != MATFILE_OK || f->marks_n == FORM_MARKS_MAX)
		return;
	f->marks_n++;
	for (; at > 0 && f->mark[at - 1].is.move_number > m->move_number; at--)
		f->mark[at] = f->mark[at - 1];
	f->mark[at].is = *m;
	(void)sbuf_copy(f->mark[at].text, sizeof(f->mark[at].text), text);
}

/* Collects the notes on the move of this event, one line per error. */
static void
collect_move_notes(struct form_text *f, const struct match_event *e)
{
	struct sbuf b;

	SBUF_INIT(&b, f->move_note);
	if (!listing_has_line(e))
		return;
	f->move_no++;
	for (unsigned i = 0; i < f->marks_n; i++) {
		const struct review_mark *m = &f->mark[i].is;

		if (m->move_number != f->move_no)
			continue;
		if (m->seat != (int)listing_seat(e))
			sbuf_addf(&b, "then %s: ", f->r->name[m->seat]);
		sbuf_addf(&b, "%s -%.3f; better: %s\n", f->mark[i].text, m->error, m->best);
	}
	if (b.len > 0) {
		sbuf_add(&b, "XGID=");
		if (position_xgid(&b, &f->state, listing_seat(e)))
			sbuf_addc(&b, '\n');
		else
			f->move_note[b.len - strlen("XGID=")] = '\0';
	}
}

bool
form_action(void *ctx, const struct action_record *a)
{
	struct form_text *f = ctx;
	struct match_state after = f->state;
	struct match_events ev;
	struct action action;

	if (f->err != MATFILE_OK)
		return false;
	f->actions++;
	if (f->form->action != NULL)
		f->form->action(f, a);
	if (f->form->event == NULL)
		return f->err == MATFILE_OK;
	if (!match_read_action(a, &action) ||
	    match_apply(&after, &action, &f->mat.space, &ev).err != MATCH_OK) {
		f->err = MATFILE_CORRUPT;
		return false;
	}
	for (unsigned i = 0; i < ev.n; i++) {
		collect_move_notes(f, &ev.e[i]);
		f->form->event(f, &ev, i, &after);
	}
	f->state = after;
	return true;
}

void
form_free(struct form_text *f)
{
	free(f->held_moves.at);
	f->held_moves.at = NULL;
}

enum matfile_write_err
form_end(struct form_text *f)
{
	if (f->err == MATFILE_NOT_BACKGAMMON)
		return f->err;
	f->form->end(f);
	form_free(f);
	if (f->err == MATFILE_OK && f->actions < f->r->actions)
		f->err = MATFILE_CORRUPT;
	return f->err;
}
