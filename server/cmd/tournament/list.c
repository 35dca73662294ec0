/* SPDX-License-Identifier: MIT */
/* Lists tournaments, and prints the lines of `whois` about a user's tournament results. */
#include "cmd/tournament/tournament_command.h"

#include <string.h>

#include "base/utf8.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"
#include "tournament_view/view.h"
#include "tournament_view/words.h"

#define FINISHED_ROWS_DEFAULT 20u /* default number of rows of `list over` */
#define FINISHED_ROWS_MAX 200u

/* ---- list ---- */

static void
print_list_head(struct ctx *c)
{
	struct columns l;

	columns_begin(&l, c->out);
	columns_add_right(&l, 5, msg_text(c->out, MSG_tview_no));
	columns_add_gap(&l, 2);
	columns_add_left(&l, 12, msg_text(c->out, MSG_tview_state));
	columns_add_right(&l, 10, msg_text(c->out, MSG_tview_word_players));
	columns_add_gap(&l, 2);
	columns_add_left(&l, 13, msg_text(c->out, MSG_tview_word_start));
	columns_add_left(&l, TABLE_LINE_COLUMNS, msg_text(c->out, MSG_tview_word_of_match));
	columns_send(&l);
}

static void
add_name_and_format(struct columns *l, const char *name, const char *format)
{
	char text[TOURNEY_NAME_MAX + 64];
	struct sbuf b;

	SBUF_INIT(&b, text);
	sbuf_add(&b, name);
	sbuf_addf(&b, " (%s)", format);
	/* a long name is shown without the format */
	columns_add_left(l, TABLE_LINE_COLUMNS,
	    l->used_columns + utf8_width(text, strlen(text)) <= TABLE_LINE_COLUMNS ? text
										   : name);
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
	columns_add_number(&l, 5, (long)t->id);
	columns_add_gap(&l, 2);
	columns_add_left(&l, 12, words_phase(c->out, t));
	SBUF_INIT(&b, text);
	if (t->phase == TOURNEY_RUNNING)
		sbuf_addf(&b, "%u", t->in);
	else
		sbuf_addf(&b, "%u/%u", t->in, tourney_capacity(t));
	columns_add_right(&l, 10, text);
	columns_add_gap(&l, 2);
	text[0] = '\0';
	if (start_ms != 0)
		cmd_time_text(c, start_ms / 1000, msg_text(c->out, MSG_strftime_date), text,
		    sizeof(text));
	columns_add_left(&l, 13, text);
	add_name_and_format(&l, t->name, tourney_format(&t->set)->name);
	columns_send(&l);
}

struct finished_list {
	struct ctx *c;
	unsigned n;
	int64_t last_id;
};

static void
print_finished_head(struct ctx *c)
{
	struct columns l;

	columns_begin(&l, c->out);
	columns_add_right(&l, 5, msg_text(c->out, MSG_tview_no));
	columns_add_gap(&l, 2);
	columns_add_left(&l, 13, msg_text(c->out, MSG_tview_word_end));
	columns_add_right(&l, 7, msg_text(c->out, MSG_tview_word_players));
	columns_add_gap(&l, 2);
	columns_add_left(&l, 22, msg_text(c->out, MSG_tview_word_winner));
	columns_add_left(&l, TABLE_LINE_COLUMNS, msg_text(c->out, MSG_tview_word_of_match));
	columns_send(&l);
}

static void
print_finished_row(void *ctx, const struct tourney_record *r)
{
	struct finished_list *o = ctx;
	struct ctx *c = o->c;
	char text[VIEW_TIME_MAX];
	struct columns l;

	if (o->n++ == 0)
		print_finished_head(c);
	o->last_id = r->id;
	cmd_time_text(c, r->ended_ms / 1000, "%Y-%m-%d", text, sizeof(text));
	columns_begin(&l, c->out);
	columns_add_number(&l, 5, (long)r->id);
	columns_add_gap(&l, 2);
	columns_add_left(&l, 13, text);
	columns_add_number(&l, 7, (long)r->players);
	columns_add_gap(&l, 2);
	columns_add_left(&l, 21,
	    r->cancelled ? msg_text(c->out, MSG_tview_cancelled)
			 : (r->winner[0] != '\0' ? r->winner : "-"));
	columns_add_gap(&l, 1);
	add_name_and_format(&l, r->name, r->format[0] != '\0' ? r->format : "-");
	columns_send(&l);
}

static void
list_finished(struct ctx *c, int64_t before, unsigned most)
{
	struct finished_list o = { c, 0, 0 };

	store_tourneys_finished_each(c->w->store, before, most, print_finished_row, &o);
	if (o.n == 0)
		msg_tview_list_none_over(c->out);
	else if (o.n == most && o.last_id > 1)
		msg_tview_list_more(c->out, (long long)o.last_id - 1);
}

static void
list_unfinished(struct ctx *c)
{
	struct tourney *t = tourney_next(c->w, NULL);

	if (t == NULL) {
		msg_tview_list_none(c->out);
		return;
	}
	print_list_head(c);
	for (; t != NULL; t = tourney_next(c->w, t))
		list_row(c, t);
}

static bool
any_takes_entries(struct ctx *c)
{
	for (struct tourney *t = tourney_next(c->w, NULL); t != NULL; t = tourney_next(c->w, t))
		if (t->phase == TOURNEY_OPEN)
			return true;
	return false;
}

/* Without an argument lists the tournaments that are not over; with "over [FROM]" the latest
 * finished ones; with "all" or a number of rows both. */
void
tournament_list(struct sub_call *x)
{
	struct ctx *c = x->c;
	char *word = word_next(&x->rest);
	unsigned n;
	long most;

	if (word == NULL) {
		list_unfinished(c);
		if (session_is_interactive(c->s) && any_takes_entries(c))
			msg_tview_list_enter(c->out);
		msg_tview_list_over(c->out);
	} else if (word_is_prefix(word, "over")) {
		if (sub_parse_number(x, SUB_NUMBER_MAX, &n))
			list_finished(c, (int64_t)n + 1, FINISHED_ROWS_DEFAULT);
	} else if (word_is_prefix(word, "all")) {
		list_unfinished(c);
		list_finished(c, INT64_MAX, FINISHED_ROWS_DEFAULT);
	} else if (word_number(word, &most) && most > 0) {
		list_unfinished(c);
		list_finished(c, INT64_MAX,
		    most < (long)FINISHED_ROWS_MAX ? (unsigned)most : FINISHED_ROWS_MAX);
	} else {
		msg_tview_bad_number(c->out, word);
	}
}

/* ---- whois ---- */

#define TITLES_SHOWN_MAX 3u
#define ALL_TITLES_COLUMNS 49u /* width of all titles together */
#define TITLE_COLUMNS 32u      /* width of a name within a title */
#define TITLE_BYTES (STORE_TOURNEY_NAME_MAX + 32u)
#define PLACES_SHOWN_MAX 5u
#define PLACE_COLUMNS 34u

struct title_list {
	const struct out *to;
	struct sbuf b;
	unsigned all, shown;
};

/* Appends "NAME (N players)" in the reader's language if the line has room for it. */
static void
add_title(void *ctx, const struct tourney_place_record *r)
{
	struct title_list *t = ctx;
	char name[STORE_TOURNEY_NAME_MAX], title[TITLE_BYTES];
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	SBUF_INIT(&b, name);
	sbuf_addn(&b, r->name, utf8_prefix_bytes(r->name, TITLE_COLUMNS));
	SBUF_INIT(&b, title);
	out.catalogue = t->to->catalogue;
	msg_whois_title(&out, name, (unsigned)r->players);
	CHECK(sbuf_ok(&b));
	if (utf8_width(t->b.text, strlen(t->b.text)) + utf8_width(title, strlen(title)) >
	    ALL_TITLES_COLUMNS)
		return;
	sbuf_addf(&t->b, "%s%s", t->shown++ > 0 ? ", " : "", title);
}

static void
print_whois_place(void *ctx, const struct tourney_place_record *r)
{
	struct ctx *c = ctx;
	char place[32], when[VIEW_TIME_MAX], name[STORE_TOURNEY_NAME_MAX];
	struct sbuf b;

	SBUF_INIT(&b, place);
	if (r->first_place == r->last_place)
		sbuf_addf(&b, "%u", (unsigned)r->first_place);
	else
		sbuf_addf(&b, "%u-%u", (unsigned)r->first_place, (unsigned)r->last_place);
	SBUF_INIT(&b, name);
	sbuf_addn(&b, r->name, utf8_prefix_bytes(r->name, PLACE_COLUMNS));
	cmd_time_text(c, r->ended_ms / 1000, "%Y-%m-%d", when, sizeof(when));
	msg_whois_place(c->out, place, (unsigned)r->players, name, when);
}

void
tournament_whois(struct ctx *c, int64_t user)
{
	char text[TITLES_SHOWN_MAX * (TITLE_BYTES + 2) + 8];
	struct title_list t = { .to = c->out, .all = store_tourney_titles(c->w->store, user) };

	SBUF_INIT(&t.b, text);
	if (t.all > 0) {
		store_tourney_places_each(
		    c->w->store, user, true, TITLES_SHOWN_MAX, add_title, &t);
		if (t.all > t.shown)
			sbuf_add(&t.b, t.shown > 0 ? ", ..." : "...");
		msg_whois_titles(c->out, t.all, text);
	}
	store_tourney_places_each(
	    c->w->store, user, false, PLACES_SHOWN_MAX, print_whois_place, c);
}
