/* SPDX-License-Identifier: MIT */
/* What `tournament` shows: words become ranges, the tables and drawings of
 * tourney/view.h do the rest.  Owns nothing.  An answer has at most VIEW_ROWS_MAX rows
 * and tells what to type for the others. */
#include "cmd/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "tournament/file.h"
#include "tournament/info.h"
#include "tournament/words.h"
#include "proto/words.h"

#define COMMAND_MAX 96u
#define OVER_ROWS 20u /* of `list over` */
#define OVER_ROWS_MAX 200u
#define EXPORT_BYTES 30000u /* of one answer */
#define NUMBER_END 1000000000l

/* ---- the reader ---- */

static void
reader_time(void *ctx, int64_t at_ms, const char *format, char *text, size_t size)
{
	const struct ctx *c = ctx;

	c->w->config.zone_text(c->p->timezone, at_ms / 1000, format, text, size);
}

struct reader {
	struct ctx *c;
	struct tourney *t;
	struct view v;
};

static void
time_of(void *ctx, int64_t at_ms, const char *format, char *text, size_t size)
{
	const struct reader *r = ctx;

	reader_time(r->c, at_ms, format, text, size);
}

/* Of the match as it is played, or as it was left. */
static bool
score_of(void *ctx, uint32_t pairing, unsigned score_out[2], bool *playing_out)
{
	const struct reader *r = ctx;
	const struct match *m = tourney_match(r->c->w, r->t, pairing);
	int64_t first_user = r->t->entries[r->t->pairings[pairing].side[0]].user;
	struct match_record stored;
	unsigned first;

	*playing_out = m != NULL;
	if (m != NULL) {
		first = m->user[0] == first_user ? 0 : 1;
		score_out[0] = m->state.score[first];
		score_out[1] = m->state.score[1 - first];
		return true;
	}
	if (!store_match_by_id(r->c->w->store, r->t->bouts[pairing].match, &stored))
		return false;
	first = stored.user[0] == first_user ? 0 : 1;
	score_out[0] = stored.score[first];
	score_out[1] = stored.score[1 - first];
	return true;
}

static void
reader_begin(struct reader *r, struct ctx *c, struct tourney *t)
{
	*r = (struct reader){ .c = c, .t = t };
	r->v = (struct view){
		.out = c->out,
		.t = t,
		.me = tourney_entry_of(t, c->p->user),
		.now_ms = tourney_now_ms(c->w),
		.time = time_of,
		.score = score_of,
		.ctx = r,
	};
}

/* ---- words ---- */

/* A number from 1 on, taken off the words; `otherwise` when there is none.  False: told that it
 * is no such number. */
static bool
take_number(struct ctx *c, char **rest, unsigned otherwise, unsigned *n_out)
{
	char *word = word_next(rest);
	long n;

	*n_out = otherwise;
	if (word == NULL)
		return true;
	if (!word_number(word, &n) || n < 1) {
		msg_tview_bad_number(c->out, word);
		return false;
	}
	*n_out = (unsigned)(n < NUMBER_END ? n : NUMBER_END);
	return true;
}

/* "[FROM [TO]]": rows, as many as may be shown at once. */
struct range {
	unsigned from, to;
};

static bool
take_range(struct ctx *c, char **rest, struct range *r)
{
	if (!take_number(c, rest, 1, &r->from) ||
	    !take_number(c, rest, r->from + VIEW_ROWS_USUAL - 1, &r->to))
		return false;
	if (r->to < r->from)
		r->to = r->from;
	if (r->to - r->from >= VIEW_ROWS_MAX)
		r->to = r->from + VIEW_ROWS_MAX - 1;
	return true;
}

/* What to type for the rows behind those shown. */
static void
more(struct ctx *c, const char *words, unsigned to, unsigned n)
{
	char text[COMMAND_MAX];
	struct sbuf b;

	if (to >= n)
		return;
	SBUF_ON(&b, text);
	sbuf_addf(&b, "tournament %s %u", words, to + 1);
	msg_tview_more(c->out, to, n, text);
}

/* "standings 12" */
static const char *
words_of(const char *what, const struct tourney *t, const char *tail, char text[COMMAND_MAX])
{
	struct sbuf b;

	sbuf_init(&b, text, COMMAND_MAX);
	sbuf_addf(&b, "%s %lld%s%s", what, (long long)t->id, tail[0] != '\0' ? " " : "", tail);
	return text;
}

/* Nothing can be shown of one that has not started; then it is told. */
static bool
has_started(struct ctx *c, const struct tourney *t)
{
	if (t->started_ms != 0)
		return true;
	if (t->phase == TOURNEY_CANCELLED)
		msg_tview_never_started(c->out);
	else
		msg_tview_not_started(c->out);
	return false;
}

/* Tables are reckoned whole: some milliseconds for thousands of players. */
static void
pay_for(struct ctx *c, const struct tourney *t)
{
	cmd_pay(c->w, c->s, t->pairings_n / 1000);
}

/* ---- list ---- */

static void
list_head(struct ctx *c)
{
	struct columns l;

	columns_begin(&l, c->out);
	columns_right(&l, 5, msg_text(c->out, MSG_tview_no));
	columns_gap(&l, 2);
	columns_left(&l, 12, msg_text(c->out, MSG_tview_state));
	columns_right(&l, 10, msg_text(c->out, MSG_tview_word_players));
	columns_gap(&l, 2);
	columns_left(&l, 13, msg_text(c->out, MSG_tview_word_start));
	columns_left(&l, CELLS_COLUMNS, msg_text(c->out, MSG_tview_word_of_match));
	columns_end(&l);
}

static void
name_and_format(struct columns *l, const char *name, const char *format)
{
	char text[TOURNEY_NAME_MAX + 64];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_add(&b, name);
	sbuf_addf(&b, " (%s)", format);
	/* a long name takes the place of the format */
	columns_left(
	    l, CELLS_COLUMNS, l->columns + columns_width(text) <= CELLS_COLUMNS ? text : name);
}

static void
list_row(struct ctx *c, const struct tourney *t)
{
	int64_t start_ms =
	    t->started_ms != 0 ? t->started_ms : t->set.value[TSET_starts] * 1000;
	char text[VIEW_TIME_MAX];
	struct columns l;
	struct sbuf b;

	columns_begin(&l, c->out);
	columns_number(&l, 5, (long)t->id);
	columns_gap(&l, 2);
	columns_left(&l, 12, words_phase(c->out, t));
	SBUF_ON(&b, text);
	if (t->phase == TOURNEY_RUNNING)
		sbuf_addf(&b, "%u", t->in);
	else
		sbuf_addf(&b, "%u/%u", t->in, tourney_capacity(t));
	columns_right(&l, 10, text);
	columns_gap(&l, 2);
	text[0] = '\0';
	if (start_ms != 0)
		reader_time(
		    c, start_ms, msg_text(c->out, MSG_strftime_date), text, sizeof(text));
	columns_left(&l, 13, text);
	name_and_format(&l, t->name, tourney_format(&t->set)->name);
	columns_end(&l);
}

struct over_list {
	struct ctx *c;
	unsigned n;
	int64_t last;
};

static void
over_head(struct ctx *c)
{
	struct columns l;

	columns_begin(&l, c->out);
	columns_right(&l, 5, msg_text(c->out, MSG_tview_no));
	columns_gap(&l, 2);
	columns_left(&l, 13, msg_text(c->out, MSG_tview_word_end));
	columns_right(&l, 7, msg_text(c->out, MSG_tview_word_players));
	columns_gap(&l, 2);
	columns_left(&l, 22, msg_text(c->out, MSG_tview_word_winner));
	columns_left(&l, CELLS_COLUMNS, msg_text(c->out, MSG_tview_word_of_match));
	columns_end(&l);
}

static void
over_row(void *ctx, const struct tourney_record *r)
{
	struct over_list *o = ctx;
	struct ctx *c = o->c;
	char text[VIEW_TIME_MAX];
	struct columns l;

	if (o->n++ == 0)
		over_head(c);
	o->last = r->id;
	reader_time(c, r->ended_ms, "%Y-%m-%d", text, sizeof(text));
	columns_begin(&l, c->out);
	columns_number(&l, 5, (long)r->id);
	columns_gap(&l, 2);
	columns_left(&l, 13, text);
	columns_number(&l, 7, (long)r->players);
	columns_gap(&l, 2);
	columns_left(&l, 21,
	    r->cancelled ? msg_text(c->out, MSG_tview_cancelled)
			 : (r->winner[0] != '\0' ? r->winner : "-"));
	columns_gap(&l, 1);
	name_and_format(&l, r->name, r->format[0] != '\0' ? r->format : "-");
	columns_end(&l);
}

static void
list_over(struct ctx *c, int64_t before, unsigned most)
{
	struct over_list o = { c, 0, 0 };

	store_tourneys_over_each(c->w->store, before, most, over_row, &o);
	if (o.n == 0)
		msg_tview_list_none_over(c->out);
	else if (o.n == most && o.last > 1)
		msg_tview_list_more(c->out, (long long)o.last - 1);
}

static void
list_open(struct ctx *c)
{
	struct tourney *t = tourney_next(c->w, NULL);

	if (t == NULL) {
		msg_tview_list_none(c->out);
		return;
	}
	list_head(c);
	for (; t != NULL; t = tourney_next(c->w, t))
		list_row(c, t);
}

void
tournament_list(struct ctx *c, struct tourney *t, char *rest)
{
	char *word = word_next(&rest);
	unsigned n;
	long most;

	(void)t;
	if (word == NULL) {
		list_open(c);
		msg_tview_list_over(c->out);
	} else if (word_begins(word, "over")) {
		if (take_number(c, &rest, NUMBER_END, &n))
			list_over(c, (int64_t)n + 1, OVER_ROWS);
	} else if (word_begins(word, "all")) {
		list_open(c);
		list_over(c, INT64_MAX, OVER_ROWS);
	} else if (word_number(word, &most) && most > 0) {
		list_open(c);
		list_over(
		    c, INT64_MAX, most < (long)OVER_ROWS_MAX ? (unsigned)most : OVER_ROWS_MAX);
	} else {
		msg_tview_bad_number(c->out, word);
	}
}

/* ---- info ---- */

static void
info_counts(struct ctx *c, const struct tourney *t)
{
	unsigned checked = 0, started = 0;

	for (unsigned e = 0; e < t->entries_n; e++) {
		checked += t->entries[e].checked_in && !t->entries[e].withdrawn;
		started += t->entries[e].seed != 0 || t->entries[e].late;
	}
	if (t->phase > TOURNEY_RUNNING) {
		msg_tview_info_of(c->out, t->started_ms != 0 ? started : t->in);
		return;
	}
	if (t->phase == TOURNEY_RUNNING) {
		msg_tview_info_in(c->out, t->in, started);
		return;
	}
	msg_tview_info_players(c->out, t->in, tourney_capacity(t));
	if (t->set.value[TSET_checkin] != 0)
		msg_tview_info_checked(c->out, checked);
}

static void
info_round(struct ctx *c, const struct tourney *t)
{
	if (t->round == 0)
		return;
	if (t->rounds != 0)
		msg_tview_info_round(c->out, t->round, t->rounds);
	else
		msg_tview_info_round_only(c->out, t->round);
}

static void
info_winners(struct ctx *c, const struct tourney *t)
{
	static const enum section sections[] = { SECTION_MAIN, SECTION_CONSOLATION,
		SECTION_LAST_CHANCE };

	for (unsigned i = 0; i < ARRAY_LEN(sections); i++) {
		enum section s =
		    i == 0 && t->stage == STAGE_ROUNDS ? SECTION_ROUNDS : sections[i];
		entry_no e = view_winner(t, sections[i]);

		if (e != ENTRY_UNKNOWN)
			msg_tview_info_winner(
			    c->out, words_section(c->out, t, s), t->entries[e].name);
	}
}

static void
at_time(const struct reader *r, int64_t at_ms, void (*says)(struct out *, const char *))
{
	char text[VIEW_TIME_MAX];

	if (at_ms == 0)
		return;
	reader_time(r->c, at_ms, msg_text(r->c->out, MSG_strftime_full), text, sizeof(text));
	says(r->c->out, text);
}

/* What happens next, before the start. */
static void
next_before(const struct reader *r)
{
	const int64_t *set = r->t->set.value;
	struct out *out = r->c->out;

	if (r->t->phase == TOURNEY_PLANNED) {
		if (set[TSET_opens] != 0)
			at_time(r, set[TSET_opens] * 1000, msg_tview_next_opens);
		else
			msg_tview_next_director_opens(out);
		return;
	}
	if (set[TSET_starts] != 0)
		at_time(r, set[TSET_starts] * 1000, msg_tview_next_starts);
	else
		msg_tview_next_director_starts(out);
	if (set[TSET_checkin] == 0)
		return;
	if (set[TSET_starts] != 0)
		at_time(r, (set[TSET_starts] - set[TSET_checkin] * 60) * 1000,
		    msg_tview_next_checkin);
	else
		msg_tview_next_checkin_plain(out);
}

/* When the next match is due that has not begun; 0 none. */
static int64_t
next_due(const struct reader *r)
{
	const struct tourney *t = r->t;
	int64_t at = 0;

	for (uint32_t p = t->open; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		const struct tourney_bout *b = &t->bouts[p];

		if (b->match == 0 && !b->held && b->due_ms > r->v.now_ms &&
		    (at == 0 || b->due_ms < at))
			at = b->due_ms;
	}
	return at;
}

static void
next_running(const struct reader *r)
{
	const struct tourney *t = r->t;
	struct out *out = r->c->out;
	int64_t due = next_due(r);
	uint32_t own =
	    entry_is_player(r->v.me) ? tourney_open_pairing(t, r->v.me) : TOURNEY_NO_PAIRING;

	msg_tview_info_open(out, t->open_n);
	if (t->paused)
		msg_tview_next_resume(out);
	else if (due != 0)
		at_time(r, due, msg_tview_next_match);
	else if (t->open_n > 0)
		msg_tview_next_results(out);
	else if (tourney_settled_ms(t) != 0)
		at_time(r, tourney_settled_ms(t), msg_tview_next_settled);
	else
		msg_tview_next_pairs(out);
	if (own == TOURNEY_NO_PAIRING)
		return;
	msg_tview_your_match(out);
	view_pairing(&r->v, own);
}

void
tournament_info(struct ctx *c, struct tourney *t, char *rest)
{
	struct reader r;

	(void)rest;
	reader_begin(&r, c, t);
	info_head(&r.v);
	info_counts(c, t);
	info_more(&r.v);
	at_time(&r, t->started_ms, msg_tview_info_started);
	at_time(&r, t->ended_ms, msg_tview_info_ended);
	info_round(c, t);
	info_winners(c, t);
	if (t->phase == TOURNEY_RUNNING)
		next_running(&r);
	else if (t->phase < TOURNEY_RUNNING)
		next_before(&r);
}

/* ---- standings ---- */

#define GROUPS_AT_ONCE 12u
#define CROSS_SMALL 16u /* fields whose crosstable follows by itself */

static unsigned
own_group(const struct reader *r)
{
	const struct tourney *t = r->t;

	for (uint32_t p = 0; p < t->pairings_n && entry_is_player(r->v.me); p++)
		if (t->pairings[p].section == SECTION_GROUP &&
		    (t->pairings[p].side[0] == r->v.me || t->pairings[p].side[1] == r->v.me))
			return t->pairings[p].group + 1u;
	return 1;
}

/* The groups of a range; his own first when he names none and there are many. */
static void
show_groups(const struct reader *r, char *rest, bool cross)
{
	unsigned n = r->t->groups, from, to;
	unsigned first = n > GROUPS_AT_ONCE ? own_group(r) : 1;
	char text[COMMAND_MAX];

	if (!take_number(r->c, &rest, first, &from) ||
	    !take_number(r->c, &rest, from + GROUPS_AT_ONCE - 1, &to))
		return;
	if (from > n)
		msg_tview_no_rows(r->c->out, n);
	if (to < from || to - from >= GROUPS_AT_ONCE)
		to = from + GROUPS_AT_ONCE - 1;
	for (unsigned g = from; g <= to && g <= n; g++) {
		msg_tview_group_head(r->c->out, g);
		if (cross)
			(void)view_cross(&r->v, g - 1, 1, VIEW_ROWS_USUAL, 0);
		else
			(void)view_table(&r->v, g - 1, 1, VIEW_ROWS_USUAL);
	}
	more(r->c, words_of("standings", r->t, cross ? "table" : "", text), to, n);
}

static void
show_cross(const struct reader *r, char *rest)
{
	struct range range;
	char text[COMMAND_MAX];
	unsigned n;

	if (tourney_is_knockout(&r->t->set)) {
		msg_tview_no_table(r->c->out);
		return;
	}
	if (tourney_is_grouped(&r->t->set)) {
		show_groups(r, rest, true);
		return;
	}
	if (!take_range(r->c, &rest, &range))
		return;
	n = view_cross(&r->v, 0, range.from, range.to, 0);
	if (range.from > n)
		msg_tview_no_rows(r->c->out, n);
	more(r->c, words_of("standings", r->t, "table", text), range.to, n);
}

/* The table of points, or the places so far where there are none. */
static void
show_table(const struct reader *r, char *rest)
{
	struct range range;
	char text[COMMAND_MAX];
	unsigned n;

	if (!take_range(r->c, &rest, &range))
		return;
	n = tourney_format(&r->t->set)->points ? view_table(&r->v, 0, range.from, range.to)
					       : view_places(&r->v, range.from, range.to);
	if (range.from > n)
		msg_tview_no_rows(r->c->out, n);
	more(r->c, words_of("standings", r->t, "", text), range.to, n);
}

void
tournament_standings(struct ctx *c, struct tourney *t, char *rest)
{
	struct reader r;
	char *at = rest, *word;

	if (!has_started(c, t))
		return;
	pay_for(c, t);
	reader_begin(&r, c, t);
	if (rest[0] >= 'A') {
		word = word_next(&at);
		if (word_begins(word, "table"))
			show_cross(&r, at);
		else
			msg_tview_bad_number(c->out, word);
		return;
	}
	if (tourney_is_grouped(&t->set)) {
		show_groups(&r, rest, false);
		return;
	}
	show_table(&r, rest);
}

/* ---- sections ---- */

static const struct {
	const char *name;
	enum section section;
} SECTIONS[] = {
	{ "consolation", SECTION_CONSOLATION },
	{ "final", SECTION_FINAL },
	{ "groups", SECTION_GROUP },
	{ "lastchance", SECTION_LAST_CHANCE },
	{ "losers", SECTION_LOSERS },
	{ "main", SECTION_MAIN },
	{ "playoff", SECTION_MAIN },
	{ "rounds", SECTION_ROUNDS },
};

static const char *
section_name(unsigned i)
{
	return SECTIONS[i].name;
}

static const char *
name_of_section(enum section s)
{
	for (unsigned i = 0; i < ARRAY_LEN(SECTIONS); i++)
		if (SECTIONS[i].section == s)
			return SECTIONS[i].name;
	return "main";
}

/* A section that is named, or the usual one.  False: told that there is none of that name. */
static bool
take_section(const struct reader *r, char **rest, enum section usual, enum section *s_out,
    bool *named_out)
{
	char *at = *rest, *word;
	int i;

	*s_out = usual;
	*named_out = at[0] >= 'A';
	if (!*named_out)
		return true;
	word = word_next(&at);
	i = word_pick(word, section_name, ARRAY_LEN(SECTIONS));
	if (i < 0 || view_rounds(&r->v, SECTIONS[i].section) == 0) {
		msg_tview_no_section(r->c->out, word);
		return false;
	}
	*s_out = SECTIONS[i].section;
	*rest = at;
	return true;
}

/* ---- pairings ---- */

static void
show_open(const struct reader *r, char *rest)
{
	struct range range;
	char text[COMMAND_MAX];
	unsigned n;

	if (r->t->phase != TOURNEY_RUNNING || r->t->open_n == 0) {
		msg_tview_none_open(r->c->out);
		return;
	}
	if (!take_range(r->c, &rest, &range))
		return;
	n = view_open(&r->v, range.from, range.to);
	if (range.from > n)
		msg_tview_no_rows(r->c->out, n);
	more(r->c, words_of("pairings", r->t, "open", text), range.to, n);
}

static void
show_round(const struct reader *r, enum section s, unsigned round, char *rest)
{
	char text[COMMAND_MAX], tail[48];
	unsigned rounds = view_rounds(&r->v, s), n;
	struct range range;
	struct sbuf b;

	if (round > rounds) {
		msg_tview_no_round(r->c->out, rounds);
		return;
	}
	if (!take_range(r->c, &rest, &range))
		return;
	msg_tview_round_head(r->c->out, words_section(r->c->out, r->t, s), round, rounds);
	n = view_round(&r->v, s, -1, round, range.from, range.to);
	if (range.from > n)
		msg_tview_no_rows(r->c->out, n);
	SBUF_ON(&b, tail);
	sbuf_addf(&b, "%s %u", name_of_section(s), round);
	more(r->c, words_of("pairings", r->t, tail, text), range.to, n);
}

/* "[SECTION] [ROUND [FROM [TO]]]", or "open [FROM [TO]]", which is the usual thing. */
void
tournament_pairings(struct ctx *c, struct tourney *t, char *rest)
{
	struct reader r;
	enum section s, usual;
	unsigned round;
	bool named;
	char *at = rest;

	if (!has_started(c, t))
		return;
	reader_begin(&r, c, t);
	usual = t->stage != STAGE_ROUNDS ? SECTION_MAIN : tourney_format(&t->set)->section;
	if (strncmp(rest, "open", 4) == 0 && (rest[4] == ' ' || rest[4] == '\0')) {
		(void)word_next(&at);
		show_open(&r, at);
		return;
	}
	if (!take_section(&r, &rest, usual, &s, &named))
		return;
	if (rest[0] == '\0' && !named && t->phase == TOURNEY_RUNNING) {
		show_open(&r, rest);
		return;
	}
	if (!take_number(
		c, &rest, s == SECTION_ROUNDS || s == SECTION_GROUP ? t->round : 1, &round))
		return;
	show_round(&r, s, round, rest);
}

/* ---- bracket ---- */

#define BRACKET_SMALL 16u /* places of round 1 up to which all is drawn at once */

/* The first round of the page that ends with the last one. */
static unsigned
last_page(unsigned rounds)
{
	return rounds > VIEW_PAGE_ROUNDS ? rounds - VIEW_PAGE_ROUNDS + 1 : 1;
}

/* A second final that was not needed, or is not yet. */
static bool
is_drawn(const struct tourney *t, enum section s, unsigned round)
{
	uint32_t p;

	if (s != SECTION_FINAL || round == 1)
		return true;
	if (bracket_round(
		t->pairings + t->base, t->pairings_n - t->base, SECTION_FINAL, round, &p) == 0)
		return false;
	return t->pairings[t->base + p].end != PAIRING_VOID &&
	       (t->pairings[t->base + p].end != PAIRING_OPEN ||
		   pairing_ready(&t->pairings[t->base + p]));
}

static void
draw_all(const struct reader *r, enum section s, unsigned *drawn)
{
	unsigned rounds = view_rounds(&r->v, s);
	unsigned step = s == SECTION_FINAL ? 1 : VIEW_PAGE_ROUNDS;

	for (unsigned first = 1; first <= rounds; first += step)
		for (unsigned part = 0, parts = 1; part < parts; part++) {
			if (!is_drawn(r->t, s, first))
				break;
			if ((*drawn)++ > 0)
				msg_newline(r->c->out);
			parts = view_bracket(&r->v, s, first, part);
		}
}

static void
bracket_pages(const struct reader *r)
{
	char text[COMMAND_MAX];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "tournament bracket %lld [", (long long)r->t->id);
	for (unsigned s = 0, n = 0; s < SECTION_ROUNDS; s++)
		if (view_rounds(&r->v, (enum section)s) > 0)
			sbuf_addf(
			    &b, "%s%s", n++ > 0 ? "|" : "", name_of_section((enum section)s));
	sbuf_add(&b, "] ROUND PART");
	msg_tview_pages(r->c->out, text);
}

static void
draw_usual(const struct reader *r)
{
	const struct tourney *t = r->t;
	unsigned drawn = 0;
	uint32_t first;
	size_t places = 2 * bracket_round(t->pairings + t->base, t->pairings_n - t->base,
				SECTION_MAIN, 1, &first);

	for (unsigned s = 0; s < SECTION_ROUNDS && places <= BRACKET_SMALL; s++)
		draw_all(r, (enum section)s, &drawn);
	if (places <= BRACKET_SMALL)
		return;
	(void)view_bracket(&r->v, SECTION_MAIN, last_page(view_rounds(&r->v, SECTION_MAIN)), 0);
	for (unsigned round = 1; round <= view_rounds(&r->v, SECTION_FINAL); round++)
		if (is_drawn(t, SECTION_FINAL, round))
			(void)view_bracket(&r->v, SECTION_FINAL, round, 0);
	bracket_pages(r);
}

/* "[SECTION] [ROUND [PART]]" */
void
tournament_bracket(struct ctx *c, struct tourney *t, char *rest)
{
	struct reader r;
	enum section s;
	unsigned rounds, round, part, parts;
	bool named;

	if (!has_started(c, t))
		return;
	reader_begin(&r, c, t);
	if (t->stage == STAGE_ROUNDS) {
		msg_tview_no_bracket(c->out);
		return;
	}
	if (rest[0] == '\0') {
		draw_usual(&r);
		return;
	}
	if (!take_section(&r, &rest, SECTION_MAIN, &s, &named))
		return;
	rounds = view_rounds(&r.v, s);
	if (!take_number(c, &rest, last_page(rounds), &round) ||
	    !take_number(c, &rest, 1, &part))
		return;
	if (s == SECTION_ROUNDS || s == SECTION_GROUP) {
		msg_tview_no_bracket(c->out);
	} else if (round > rounds) {
		msg_tview_no_round(c->out, rounds);
	} else if ((parts = view_bracket(&r.v, s, round, part - 1)) == 0) {
		uint32_t p;
		unsigned last = round + VIEW_PAGE_ROUNDS - 1;

		parts =
		    (unsigned)bracket_round(t->pairings + t->base, t->pairings_n - t->base, s,
			s == SECTION_FINAL ? round
			: last < rounds    ? last
					   : rounds,
			&p);
		msg_tview_no_part(c->out, parts);
	}
}

/* ---- results ---- */

void
tournament_results(struct ctx *c, struct tourney *t, char *rest)
{
	struct reader r;
	struct range range;
	char text[COMMAND_MAX];
	unsigned n;

	if (!has_started(c, t) || !take_range(c, &rest, &range))
		return;
	pay_for(c, t);
	reader_begin(&r, c, t);
	msg_tview_info_head(c->out, (long long)t->id, t->name, words_phase(c->out, t));
	if (t->phase == TOURNEY_RUNNING)
		msg_tview_so_far(c->out);
	else if (t->phase == TOURNEY_CANCELLED)
		msg_tview_was_cancelled(c->out);
	info_winners(c, t);
	n = view_places(&r.v, range.from, range.to);
	if (range.from > n)
		msg_tview_no_rows(c->out, n);
	more(c, words_of("results", t, "", text), range.to, n);
}

/* ---- export ---- */

/* Its matches that have begun, from the one of pairing FROM on. */
static void
export_matches(const struct reader *r, char *rest)
{
	const struct tourney *t = r->t;
	char text[COMMAND_MAX];
	unsigned from, shown = 0;
	uint32_t p;

	if (!take_number(r->c, &rest, 1, &from))
		return;
	msg_tview_export_matches(r->c->out, (long long)t->id);
	for (p = from - 1; p < t->pairings_n && shown < VIEW_ROWS_MAX; p++) {
		const struct pairing *x = &t->pairings[p];

		if (t->bouts[p].match == 0)
			continue;
		msg_tview_export_match(r->c->out, (long long)t->bouts[p].match,
		    view_name(&r->v, x->side[0]), view_name(&r->v, x->side[1]));
		shown++;
	}
	more(r->c, words_of("export", t, "matches", text), p, t->pairings_n);
}

/* A page of the text or of the JSON lines, made whole before it is sent. */
static void
export_page(const struct reader *r, bool json, char *rest)
{
	struct tourney_file f;
	unsigned from;
	uint32_t next, n;
	char words[COMMAND_MAX], command[COMMAND_MAX];
	struct sbuf b;

	if (!take_number(r->c, &rest, 1, &from))
		return;
	file_begin(&f, r->t, r->c->w->store, &r->v);
	n = file_records(&f);
	if (from > n) {
		msg_tview_no_rows(r->c->out, n);
		file_end(&f);
		return;
	}
	next = (json ? file_lines : file_text)(
	    &f, from - 1, from - 1 + VIEW_ROWS_MAX, EXPORT_BYTES, r->c->out);
	file_end(&f);
	if (next >= n) {
		msg_tview_export_end(r->c->out);
		return;
	}
	SBUF_ON(&b, command);
	sbuf_addf(&b, "tournament %s %u",
	    words_of("export", r->t, json ? "json" : "text", words), next + 1);
	msg_tview_export_more(r->c->out, next + 1, n, command);
}

/* "[text|json|matches] [FROM]" */
void
tournament_export(struct ctx *c, struct tourney *t, char *rest)
{
	struct reader r;
	char *at = rest, *word = NULL;

	reader_begin(&r, c, t);
	if (rest[0] >= 'A')
		word = word_next(&at);
	cmd_pay(c->w, c->s, 5);
	pay_for(c, t);
	if (word == NULL || word_begins(word, "text"))
		export_page(&r, false, at);
	else if (word_begins(word, "json"))
		export_page(&r, true, at);
	else if (word_begins(word, "matches"))
		export_matches(&r, at);
	else
		msg_tview_export_what(c->out, word);
}

/* ---- whois ---- */

#define TITLES_NAMED 3u
#define TITLES_COLUMNS 44u /* of their names */
#define PLACES_NAMED 5u
#define PLACE_COLUMNS 34u

struct titles {
	struct sbuf b;
	unsigned all, named;
};

/* As many names as there is room for on the line. */
static void
add_title(void *ctx, const struct tourney_place_record *r)
{
	struct titles *t = ctx;
	unsigned used = columns_width(t->b.text);

	if (used + columns_width(r->name) > TITLES_COLUMNS)
		return;
	sbuf_addf(&t->b, "%s%s", t->named++ > 0 ? ", " : "", r->name);
}

static void
whois_place(void *ctx, const struct tourney_place_record *r)
{
	struct ctx *c = ctx;
	char place[32], when[VIEW_TIME_MAX], name[STORE_TOURNEY_NAME_MAX];
	struct sbuf b;

	SBUF_ON(&b, place);
	if (r->from == r->to)
		sbuf_addf(&b, "%u", (unsigned)r->from);
	else
		sbuf_addf(&b, "%u-%u", (unsigned)r->from, (unsigned)r->to);
	SBUF_ON(&b, name);
	sbuf_addn(&b, r->name, columns_bytes(r->name, PLACE_COLUMNS));
	reader_time(c, r->ended_ms, "%Y-%m-%d", when, sizeof(when));
	msg_whois_place(c->out, place, (unsigned)r->players, name, when);
}

void
tournament_whois(struct ctx *c, int64_t user)
{
	char text[TITLES_NAMED * (STORE_TOURNEY_NAME_MAX + 2) + 8];
	struct titles t = { .all = store_tourney_titles(c->w->store, user) };

	SBUF_ON(&t.b, text);
	if (t.all > 0) {
		store_tourney_places_each(c->w->store, user, true, TITLES_NAMED, add_title, &t);
		if (t.all > t.named)
			sbuf_add(&t.b, t.named > 0 ? ", ..." : "...");
		msg_whois_titles(c->out, t.all, text);
	}
	store_tourney_places_each(c->w->store, user, false, PLACES_NAMED, whois_place, c);
}
