/* SPDX-License-Identifier: MIT */
/* Subcommands that show a tournament.  They turn their arguments into ranges for the tables and
 * drawings of tournament_view/view.h.  An answer has at most VIEW_ROWS_MAX rows, and says what
 * to type for more. */
#include "cmd/tournament/tournament_command.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"
#include "tournament/file.h"
#include "tournament_view/info.h"
#include "tournament_view/words.h"

#define COMMAND_TEXT_MAX 96u
#define EXPORT_BYTES_MAX 30000u /* maximum size of one answer */

/* ---- the user's view ---- */

struct view_reader {
	struct sub_call *x;
	struct view v;
};

static void
user_time_text(void *ctx, int64_t at_ms, const char *format, char *text, size_t size)
{
	const struct view_reader *r = ctx;

	cmd_time_text(r->x->c, at_ms / 1000, format, text, size);
}

/* Gets the score of a pairing's match: the current score or, if the match was interrupted, its
 * score at the interruption. */
static bool
pairing_score(void *ctx, uint32_t pairing, unsigned score_out[2], bool *playing_out)
{
	const struct view_reader *r = ctx;
	const struct tourney *t = r->v.t;
	const struct match *m = tourney_match(r->x->w, t, pairing);
	int64_t first_user = t->entries[t->pairings[pairing].side[0]].user;
	struct match_record stored;

	*playing_out = m != NULL;
	if (m == NULL && !store_match_by_id(r->x->w->store, t->bouts[pairing].match, &stored))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		unsigned side =
		    (m != NULL ? m->user[0] : stored.user[0]) == first_user ? i : 1 - i;

		score_out[i] = m != NULL ? m->state.score[side] : stored.score[side];
	}
	return true;
}

static void
reader_begin(struct view_reader *r, struct sub_call *x)
{
	*r = (struct view_reader){ .x = x };
	r->v = (struct view){
		.out = x->out,
		.t = x->t,
		.me = tourney_entry_of(x->t, x->c->p->user),
		.now_ms = tourney_now_ms(x->w),
		.write_time = user_time_text,
		.get_score = pairing_score,
		.ctx = r,
	};
}

/* ---- arguments ---- */

bool
sub_parse_number(struct sub_call *x, unsigned otherwise, unsigned *n_out)
{
	char *word = word_next(&x->rest);
	long n;

	*n_out = otherwise;
	if (word == NULL)
		return true;
	if (!word_number(word, &n) || n < 1) {
		msg_tview_bad_number(x->out, word);
		return false;
	}
	*n_out = (unsigned)(n < (long)SUB_NUMBER_MAX ? n : (long)SUB_NUMBER_MAX);
	return true;
}

struct range {
	unsigned from, to;
};

/* Reads "[FROM [TO]]" as a range of at most `most` rows, by default `usual` rows. */
static bool
parse_range(struct sub_call *x, unsigned first, unsigned usual, unsigned most, struct range *r)
{
	if (!sub_parse_number(x, first, &r->from) ||
	    !sub_parse_number(x, r->from + usual - 1, &r->to))
		return false;
	if (r->to < r->from || r->to - r->from >= most)
		r->to = r->to < r->from && usual != most ? r->from : r->from + most - 1;
	return true;
}

static bool
parse_row_range(struct sub_call *x, struct range *r)
{
	return parse_range(x, 1, VIEW_ROWS_DEFAULT, VIEW_ROWS_MAX, r);
}

/* Called after a range of a list of n rows has been printed.  If the range is past the end of
 * the list, says so.  If the list continues after the range, prints what to type for more. */
static void
print_how_to_see_more(
    struct sub_call *x, struct range range, unsigned n, const char *what, const char *tail)
{
	char text[COMMAND_TEXT_MAX];
	struct sbuf b;

	if (range.from > n)
		msg_tview_no_rows(x->out, n);
	if (range.to >= n)
		return;
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "tournament %s %lld%s%s %u", what, (long long)x->t->id,
	    tail[0] != '\0' ? " " : "", tail, range.to + 1);
	msg_tview_more(x->out, range.to, n, text);
}

/* Returns false, after printing an error, if the tournament has not started. */
static bool
check_has_started(struct sub_call *x)
{
	if (x->t->started_ms == 0)
		(x->t->phase == TOURNEY_CANCELLED ? msg_tview_never_started
						  : msg_tview_not_started)(x->out);
	return x->t->started_ms != 0;
}

/* Charges the user for a table, which is calculated as a whole: a few milliseconds for
 * thousands of players. */
static void
charge_for_size(struct sub_call *x)
{
	cmd_charge(x->w, x->c->s, x->t->pairings_n / 1000);
}

/* ---- info ---- */

static void
print_entry_counts(struct out *out, const struct tourney *t)
{
	unsigned checked = 0, started = 0;

	for (unsigned e = 0; e < t->entries_n; e++) {
		checked += t->entries[e].checked_in && !t->entries[e].withdrawn;
		started += tourney_entry_has_started(&t->entries[e]);
	}
	if (t->phase > TOURNEY_RUNNING) {
		msg_tview_info_of(out, t->started_ms != 0 ? started : t->in);
		return;
	}
	if (t->phase == TOURNEY_RUNNING) {
		msg_tview_info_in(out, t->in, started);
		return;
	}
	msg_tview_info_players(out, t->in, tourney_capacity(t));
	if (t->set.value[TSET_checkin] != 0)
		msg_tview_info_checked(out, checked);
}

static void
print_current_round(struct out *out, const struct tourney *t)
{
	if (t->round == 0)
		return;
	if (t->rounds != 0)
		msg_tview_info_round(out, t->round, t->rounds);
	else
		msg_tview_info_round_only(out, t->round);
}

static void
print_winners(struct out *out, const struct tourney *t)
{
	static const enum section sections[] = { SECTION_MAIN, SECTION_CONSOLATION,
		SECTION_LAST_CHANCE };

	for (unsigned i = 0; i < ARRAY_LEN(sections); i++) {
		enum section s =
		    i == 0 && t->stage == STAGE_ROUNDS ? SECTION_ROUNDS : sections[i];
		entry_no e = view_winner(t, sections[i]);

		if (e != ENTRY_UNKNOWN)
			msg_tview_info_winner(
			    out, words_section(out, t, s), t->entries[e].name);
	}
}

static void
print_time_if_set(
    const struct view_reader *r, int64_t at_ms, void (*says)(struct out *, const char *))
{
	struct out *out = r->v.out;
	char text[VIEW_TIME_MAX];

	if (at_ms == 0)
		return;
	r->v.write_time(r->v.ctx, at_ms, msg_text(out, MSG_strftime_full), text, sizeof(text));
	says(out, text);
}

/* Prints what happens next in a tournament that has not started. */
static void
print_next_event_before_start(const struct view_reader *r)
{
	const int64_t *set = r->v.t->set.value;
	struct out *out = r->v.out;

	if (r->v.t->phase == TOURNEY_PLANNED) {
		if (set[TSET_opens] != 0)
			print_time_if_set(r, set[TSET_opens] * 1000, msg_tview_next_opens);
		else
			msg_tview_next_director_opens(out);
		return;
	}
	if (set[TSET_starts] != 0)
		print_time_if_set(r, set[TSET_starts] * 1000, msg_tview_next_starts);
	else
		msg_tview_next_director_starts(out);
	if (set[TSET_checkin] == 0)
		return;
	if (set[TSET_starts] != 0)
		print_time_if_set(r, (set[TSET_starts] - set[TSET_checkin] * 60) * 1000,
		    msg_tview_next_checkin);
	else
		msg_tview_next_checkin_plain(out);
}

/* Returns the time at which the next match that has not begun is due, 0 if none. */
static int64_t
next_deadline_ms(const struct view_reader *r)
{
	const struct tourney *t = r->v.t;
	int64_t at = 0;

	for (uint32_t p = t->open_first; p != TOURNEY_NO_PAIRING; p = t->bouts[p].open_next) {
		const struct tourney_bout *b = &t->bouts[p];

		if (b->match == 0 && !b->held && b->due_ms > r->v.now_ms &&
		    (at == 0 || b->due_ms < at))
			at = b->due_ms;
	}
	return at;
}

static void
print_next_while_running(const struct view_reader *r)
{
	const struct tourney *t = r->v.t;
	struct out *out = r->v.out;
	int64_t due = next_deadline_ms(r);
	uint32_t own =
	    entry_is_player(r->v.me) ? tourney_open_pairing(t, r->v.me) : TOURNEY_NO_PAIRING;

	msg_tview_info_open(out, t->open_n);
	if (t->paused)
		msg_tview_next_resume(out);
	else if (due != 0)
		print_time_if_set(r, due, msg_tview_next_match);
	else if (t->open_n > 0)
		msg_tview_next_results(out);
	else if (tourney_settled_ms(t) != 0)
		print_time_if_set(r, tourney_settled_ms(t), msg_tview_next_settled);
	else
		msg_tview_next_pairs(out);
	if (own == TOURNEY_NO_PAIRING)
		return;
	msg_tview_your_match(out);
	view_pairing(&r->v, own);
}

void
tournament_info(struct sub_call *x)
{
	const struct tourney *t = x->t;
	struct view_reader r;

	reader_begin(&r, x);
	info_head(&r.v);
	print_entry_counts(x->out, t);
	info_guests_and_draw(&r.v);
	print_time_if_set(&r, t->started_ms, msg_tview_info_started);
	print_time_if_set(&r, t->ended_ms, msg_tview_info_ended);
	print_current_round(x->out, t);
	print_winners(x->out, t);
	if (t->phase == TOURNEY_RUNNING)
		print_next_while_running(&r);
	else if (t->phase < TOURNEY_RUNNING)
		print_next_event_before_start(&r);
}

/* ---- standings ---- */

#define GROUPS_SHOWN_MAX 12u

static unsigned
own_group(const struct view_reader *r)
{
	const struct tourney *t = r->v.t;
	entry_no me = r->v.me;

	for (uint32_t p = 0; p < t->pairings_n && entry_is_player(me); p++)
		if (t->pairings[p].section == SECTION_GROUP &&
		    (t->pairings[p].side[0] == me || t->pairings[p].side[1] == me))
			return t->pairings[p].group + 1u;
	return 1;
}

/* Shows a range of groups.  If none is named and there are many, starts with the user's own. */
static void
show_groups(const struct view_reader *r, bool cross)
{
	unsigned n = r->v.t->groups, first = n > GROUPS_SHOWN_MAX ? own_group(r) : 1;
	struct range range;

	if (!parse_range(r->x, first, GROUPS_SHOWN_MAX, GROUPS_SHOWN_MAX, &range))
		return;
	for (unsigned g = range.from; g <= range.to && g <= n; g++) {
		msg_tview_group_head(r->v.out, g);
		if (cross)
			(void)view_crosstable(&r->v, g - 1, 1, VIEW_ROWS_DEFAULT, 0);
		else
			(void)view_table(&r->v, g - 1, 1, VIEW_ROWS_DEFAULT);
	}
	print_how_to_see_more(r->x, range, n, "standings", cross ? "table" : "");
}

/* Shows the table of points, or the current places in formats without points; cross: the cross
 * table. */
static void
show_table(const struct view_reader *r, bool cross)
{
	struct range range;
	unsigned n;

	if (!parse_row_range(r->x, &range))
		return;
	n = cross ? view_crosstable(&r->v, 0, range.from, range.to, 0)
	    : tourney_format(&r->v.t->set)->points ? view_table(&r->v, 0, range.from, range.to)
						   : view_places(&r->v, range.from, range.to);
	print_how_to_see_more(r->x, range, n, "standings", cross ? "table" : "");
}

void
tournament_standings(struct sub_call *x)
{
	bool cross = x->rest[0] >= 'A';
	struct view_reader r;
	char *word;

	if (!check_has_started(x))
		return;
	charge_for_size(x);
	reader_begin(&r, x);
	if (cross) {
		word = word_next(&x->rest);
		if (!word_is_prefix(word, "table")) {
			msg_tview_bad_number(x->out, word);
			return;
		}
		if (tourney_is_knockout(&x->t->set)) {
			msg_tview_no_table(x->out);
			return;
		}
	}
	if (tourney_is_grouped(&x->t->set))
		show_groups(&r, cross);
	else
		show_table(&r, cross);
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

/* Reads the name of a section, if there is one.  Returns false after printing that there is no
 * such section. */
static bool
parse_section(const struct view_reader *r, enum section *s_out, bool *named_out)
{
	char *word;
	int i;

	*named_out = r->x->rest[0] >= 'A';
	if (!*named_out)
		return true;
	word = word_next(&r->x->rest);
	i = word_match_name(word, section_name, ARRAY_LEN(SECTIONS));
	if (i < 0 || view_rounds(&r->v, SECTIONS[i].section) == 0) {
		msg_tview_no_section(r->x->out, word);
		return false;
	}
	*s_out = SECTIONS[i].section;
	return true;
}

/* ---- pairings ---- */

static void
show_open_pairings(const struct view_reader *r)
{
	struct range range;

	if (r->v.t->phase != TOURNEY_RUNNING || r->v.t->open_n == 0)
		msg_tview_none_open(r->v.out);
	else if (parse_row_range(r->x, &range))
		print_how_to_see_more(r->x, range,
		    view_open_pairings(&r->v, range.from, range.to), "pairings", "open");
}

static void
show_round(const struct view_reader *r, enum section s, unsigned round)
{
	unsigned rounds = view_rounds(&r->v, s), all = view_rounds_planned(&r->v, s);
	struct out *out = r->v.out;
	struct range range;
	char tail[48];
	struct sbuf b;

	if (round > rounds) {
		msg_tview_no_round(out, rounds);
		return;
	}
	if (!parse_row_range(r->x, &range))
		return;
	if (all != 0)
		msg_tview_round_head(out, words_section(out, r->v.t, s), round, all);
	else
		msg_tview_round_only_head(out, words_section(out, r->v.t, s), round);
	SBUF_INIT(&b, tail);
	sbuf_addf(&b, "%s %u", name_of_section(s), round);
	print_how_to_see_more(r->x, range,
	    view_round_pairings(&r->v, s, -1, round, range.from, range.to), "pairings", tail);
}

/* Arguments: "[SECTION] [ROUND [FROM [TO]]]" or "open [FROM [TO]]", which is the default. */
void
tournament_pairings(struct sub_call *x)
{
	const struct tourney *t = x->t;
	struct view_reader r;
	enum section s;
	unsigned round;
	bool named;

	if (!check_has_started(x))
		return;
	reader_begin(&r, x);
	if (strncmp(x->rest, "open", 4) == 0 && (x->rest[4] == ' ' || x->rest[4] == '\0')) {
		(void)word_next(&x->rest);
		show_open_pairings(&r);
		return;
	}
	s = t->stage != STAGE_ROUNDS ? SECTION_MAIN : tourney_format(&t->set)->section;
	if (!parse_section(&r, &s, &named))
		return;
	if (x->rest[0] == '\0' && !named && t->phase == TOURNEY_RUNNING)
		show_open_pairings(&r);
	else if (sub_parse_number(
		     x, s == SECTION_ROUNDS || s == SECTION_GROUP ? t->round : 1, &round))
		show_round(&r, s, round);
}

/* ---- bracket ---- */

/* a bracket with at most this many places in round 1 is drawn as a whole */
#define BRACKET_SHOWN_WHOLE_MAX 16u

/* Returns the first round of the last page. */
static unsigned
last_page_round(unsigned rounds)
{
	return rounds > VIEW_PAGE_ROUNDS ? rounds - VIEW_PAGE_ROUNDS + 1 : 1;
}

/* Returns the first round of the page that is shown by default: the earliest round with a match
 * that is not over, but no later than the first round of the last page. */
static unsigned
default_page_round(const struct tourney *t, enum section s, unsigned rounds)
{
	unsigned first = last_page_round(rounds);

	for (uint32_t p = t->bracket_base; p < t->pairings_n; p++)
		if (t->pairings[p].section == s && t->pairings[p].end == PAIRING_OPEN &&
		    t->pairings[p].round < first)
			first = t->pairings[p].round;
	return first;
}

/* Returns the part, from 0, of the page beginning with round `first` in which the user's own
 * match is drawn; 0 if they have none. */
static unsigned
own_bracket_part(const struct view_reader *r, enum section s, unsigned first, unsigned rounds)
{
	const struct tourney *t = r->v.t;
	unsigned last = first + VIEW_PAGE_ROUNDS - 1;
	uint32_t at, top;
	size_t pairings = bracket_find_round(TOURNEY_BRACKET_ARGS(t), s, first, &at);
	size_t parts =
	    bracket_find_round(TOURNEY_BRACKET_ARGS(t), s, last < rounds ? last : rounds, &top);

	for (uint32_t i = 0; entry_is_player(r->v.me) && i < pairings; i++) {
		const struct pairing *x = &t->pairings[t->bracket_base + at + i];

		if (x->side[0] == r->v.me || x->side[1] == r->v.me)
			return (unsigned)(i * parts / pairings);
	}
	return 0;
}

/* Returns whether the bracket shows the round.  A second final is shown only once it is
 * needed. */
static bool
has_pairings(const struct tourney *t, enum section s, unsigned round)
{
	uint32_t p;

	if (s != SECTION_FINAL || round == 1)
		return true;
	if (bracket_find_round(TOURNEY_BRACKET_ARGS(t), SECTION_FINAL, round, &p) == 0)
		return false;
	return t->pairings[t->bracket_base + p].end != PAIRING_VOID &&
	       (t->pairings[t->bracket_base + p].end != PAIRING_OPEN ||
		   pairing_ready(&t->pairings[t->bracket_base + p]));
}

static void
draw_bracket_pages(const struct view_reader *r, enum section s, unsigned *drawn)
{
	unsigned rounds = view_rounds(&r->v, s);
	unsigned step = s == SECTION_FINAL ? 1 : VIEW_PAGE_ROUNDS;

	for (unsigned first = 1; first <= rounds; first += step)
		for (unsigned part = 0, parts = 1; part < parts; part++) {
			if (!has_pairings(r->v.t, s, first))
				break;
			if ((*drawn)++ > 0)
				msg_newline(r->v.out);
			parts = view_bracket(&r->v, s, first, part);
		}
}

static void
print_bracket_commands(const struct view_reader *r)
{
	char text[COMMAND_TEXT_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "tournament bracket %lld [", (long long)r->v.t->id);
	for (unsigned s = 0, n = 0; s < SECTION_ROUNDS; s++)
		if (view_rounds(&r->v, (enum section)s) > 0)
			sbuf_addf(
			    &b, "%s%s", n++ > 0 ? "|" : "", name_of_section((enum section)s));
	sbuf_add(&b, "] ROUND PART");
	msg_tview_pages(r->v.out, text);
}

static void
draw_default_bracket(const struct view_reader *r)
{
	const struct tourney *t = r->v.t;
	unsigned drawn = 0, rounds, first_round;
	uint32_t first;
	size_t places =
	    2 * bracket_find_round(TOURNEY_BRACKET_ARGS(t), SECTION_MAIN, 1, &first);

	for (unsigned s = 0; s < SECTION_ROUNDS && places <= BRACKET_SHOWN_WHOLE_MAX; s++)
		draw_bracket_pages(r, (enum section)s, &drawn);
	if (places <= BRACKET_SHOWN_WHOLE_MAX)
		return;
	rounds = view_rounds(&r->v, SECTION_MAIN);
	first_round = default_page_round(t, SECTION_MAIN, rounds);
	(void)view_bracket(&r->v, SECTION_MAIN, first_round,
	    own_bracket_part(r, SECTION_MAIN, first_round, rounds));
	for (unsigned round = 1; round <= view_rounds(&r->v, SECTION_FINAL); round++)
		if (has_pairings(t, SECTION_FINAL, round))
			(void)view_bracket(&r->v, SECTION_FINAL, round, 0);
	print_bracket_commands(r);
}

/* Returns the number of parts into which the page beginning with `round` is split. */
static unsigned
bracket_parts(const struct tourney *t, enum section s, unsigned round, unsigned rounds)
{
	unsigned last = round + VIEW_PAGE_ROUNDS - 1;
	uint32_t p;

	if (s == SECTION_FINAL)
		last = round;
	return (unsigned)bracket_find_round(
	    TOURNEY_BRACKET_ARGS(t), s, last < rounds ? last : rounds, &p);
}

/* Arguments: "[SECTION] [ROUND [PART]]". */
void
tournament_bracket(struct sub_call *x)
{
	enum section s = SECTION_MAIN;
	unsigned rounds, round, part;
	struct view_reader r;
	bool named;

	if (!check_has_started(x))
		return;
	reader_begin(&r, x);
	if (x->t->stage == STAGE_ROUNDS) {
		msg_tview_no_bracket(x->out);
		return;
	}
	if (x->rest[0] == '\0') {
		draw_default_bracket(&r);
		return;
	}
	if (!parse_section(&r, &s, &named))
		return;
	rounds = view_rounds(&r.v, s);
	round = s < SECTION_ROUNDS ? default_page_round(x->t, s, rounds) : 1;
	if (!sub_parse_number(x, round, &round) || !sub_parse_number(x, 1, &part))
		return;
	if (s == SECTION_ROUNDS || s == SECTION_GROUP)
		msg_tview_no_bracket(x->out);
	else if (round > rounds)
		msg_tview_no_round(x->out, rounds);
	else if (view_bracket(&r.v, s, round, part - 1) == 0)
		msg_tview_no_part(x->out, bracket_parts(x->t, s, round, rounds));
}

/* ---- the path of a player ---- */

void
tournament_path(struct sub_call *x)
{
	struct view_reader r;
	entry_no e;

	if (!check_has_started(x) || !sub_parse_entry(x, &e))
		return;
	reader_begin(&r, x);
	msg_tview_path_of(x->out, x->t->entries[e].name, x->t->name);
	if (view_path(&r.v, e) == 0)
		msg_tview_path_none(x->out);
}

/* ---- results ---- */

void
tournament_results(struct sub_call *x)
{
	const struct tourney *t = x->t;
	struct range range;
	struct view_reader r;

	if (!check_has_started(x) || !parse_row_range(x, &range))
		return;
	charge_for_size(x);
	reader_begin(&r, x);
	msg_tview_info_head(x->out, (long long)t->id, t->name, words_phase(x->out, t));
	if (t->phase == TOURNEY_RUNNING)
		msg_tview_so_far(x->out);
	else if (t->phase == TOURNEY_CANCELLED)
		msg_tview_was_cancelled(x->out);
	print_winners(x->out, t);
	print_how_to_see_more(x, range, view_places(&r.v, range.from, range.to), "results", "");
}

/* ---- export ---- */

/* Lists the matches that have begun, starting with pairing FROM. */
static void
export_matches(const struct view_reader *r)
{
	const struct tourney *t = r->v.t;
	struct range range = { .from = 0 };
	unsigned from, shown = 0;
	uint32_t p;

	if (!sub_parse_number(r->x, 1, &from))
		return;
	msg_tview_export_matches(r->v.out, (long long)t->id);
	for (p = from - 1; p < t->pairings_n && shown < VIEW_ROWS_MAX; p++) {
		const struct pairing *y = &t->pairings[p];

		if (t->bouts[p].match == 0)
			continue;
		msg_tview_export_match(r->v.out, (long long)t->bouts[p].match,
		    view_name(&r->v, y->side[0]), view_name(&r->v, y->side[1]));
		shown++;
	}
	range.to = p;
	print_how_to_see_more(r->x, range, t->pairings_n, "export", "matches");
}

/* Writes a page of the export, as text or as JSON lines.  The page is complete before any of it
 * is sent. */
static void
export_page(const struct view_reader *r, bool json)
{
	struct out *out = r->v.out;
	struct tourney_export f;
	char command[COMMAND_TEXT_MAX];
	uint32_t next, n;
	unsigned from;
	struct sbuf b;

	if (!sub_parse_number(r->x, 1, &from))
		return;
	tourney_export_begin(&f, r->v.t, r->x->w->store, &r->v);
	n = tourney_export_record_count(&f);
	if (from > n) {
		msg_tview_no_rows(out, n);
		tourney_export_end(&f);
		return;
	}
	session_mark_file(r->x->c->s, true);
	next = (json ? tourney_export_json_lines : tourney_export_text)(
	    &f, from - 1, from - 1 + VIEW_ROWS_MAX, EXPORT_BYTES_MAX, out);
	tourney_export_end(&f);
	if (next >= n) {
		msg_tview_export_end(out);
	} else {
		SBUF_INIT(&b, command);
		sbuf_addf(&b, "tournament export %lld %s %u", (long long)r->v.t->id,
		    json ? "json" : "text", next + 1);
		msg_tview_export_more(out, next + 1, n, command);
	}
	session_mark_file(r->x->c->s, false);
}

/* Arguments: "[text|json|matches] [FROM]". */
void
tournament_export(struct sub_call *x)
{
	const char *word = x->rest[0] >= 'A' ? word_next(&x->rest) : "text";
	struct view_reader r;

	reader_begin(&r, x);
	cmd_charge(x->w, x->c->s, 5);
	charge_for_size(x);
	if (word_is_prefix(word, "text"))
		export_page(&r, false);
	else if (word_is_prefix(word, "json"))
		export_page(&r, true);
	else if (word_is_prefix(word, "matches"))
		export_matches(&r);
	else
		msg_tview_export_what(x->out, word);
}
