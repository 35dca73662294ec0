/* SPDX-License-Identifier: MIT */
/* See file.h.  Owns the tournament that it reads and the values that it computes.  Computing is
 * linear in the size of the tournament, writing in the output. */
#include "tournament/file.h"

#include <stdlib.h>
#include <string.h>

#include "tournament_view/info.h"
#include "tournament/memory.h"
#include "tournament_view/words.h"
#include "tourney/text.h"

/* ---- reading ---- */

struct tourney *
tourney_rebuild(struct store *s, int64_t id, bool *damaged_out)
{
	struct tourney_record record;
	struct tourney *t;

	*damaged_out = false;
	if (!store_tourney_by_id(s, id, &record))
		return NULL;
	t = memory_grow(NULL, 1, sizeof(*t));
	tourney_init(t, id);
	*damaged_out = !memory_read_all(s, t);
	if (*damaged_out)
		tourney_rebuild_free(&t);
	return t;
}

void
tourney_rebuild_free(struct tourney **t)
{
	memory_free_arrays(*t);
	free(*t);
	*t = NULL;
}

/* ---- contents ---- */

void
tourney_export_begin(struct tourney_export *f, const struct tourney *t, struct store *store,
    const struct view *view)
{
	*f = (struct tourney_export){ .t = t, .store = store, .view = view };
}

void
tourney_export_end(struct tourney_export *f)
{
	free(f->places);
	free(f->standings);
	free(f->group_of);
	*f = (struct tourney_export){ 0 };
}

uint32_t
tourney_export_record_count(const struct tourney_export *f)
{
	return 1 + f->t->entries_n + f->t->pairings_n + f->t->acts;
}

static bool
has_table(const struct tourney *t)
{
	return !tourney_is_knockout(&t->set) && t->phase >= TOURNEY_RUNNING &&
	       t->started_ms != 0;
}

static void
compute_tables(struct tourney_export *f, void *scratch)
{
	const struct tourney *t = f->t;
	struct standing_row *rows = memory_grow(NULL, t->entries_n, sizeof(*rows));
	unsigned groups = t->groups > 0 ? t->groups : 1;

	for (unsigned g = 0; g < groups; g++) {
		unsigned n = tourney_table(t, g, scratch, rows);

		for (unsigned i = 0; i < n; i++) {
			f->standings[rows[i].entry] = rows[i];
			f->group_of[rows[i].entry] = (int16_t)g;
		}
	}
	free(rows);
}

/* Computes places and tables of all entries, once. */
static void
compute_places(struct tourney_export *f)
{
	const struct tourney *t = f->t;
	void *scratch;

	if (f->places != NULL)
		return;
	scratch = memory_grow(NULL, tourney_scratch_size(t), 1);
	f->places = memory_grow(NULL, t->entries_n, sizeof(*f->places));
	f->standings = memory_grow(NULL, t->entries_n, sizeof(*f->standings));
	f->group_of = memory_grow(NULL, t->entries_n, sizeof(*f->group_of));
	memset(f->standings, 0, t->entries_n * sizeof(*f->standings));
	tourney_places(t, scratch, f->places);
	for (unsigned e = 0; e < t->entries_n; e++)
		f->group_of[e] = -1;
	if (has_table(t))
		compute_tables(f, scratch);
	free(scratch);
}

/* Returns the name of a director, as stored in the tournament, or of any other user, as stored
 * in the account.  Returns NULL for 0 or an unknown user. */
static const char *
user_name(const struct tourney_export *f, int64_t user, struct user_record *u)
{
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (user != 0 && f->t->director[i] == user)
			return f->t->director_name[i];
	return user != 0 && store_user_by_id(f->store, user, u) ? u->name : NULL;
}

/* ---- JSON: one record each ---- */

/* Returns the current name of the user's account if current_names is set, otherwise `name`. */
static const char *
shown_name(
    const struct tourney_export *f, int64_t user, const char *name, struct user_record *u)
{
	return f->current_names && store_user_by_id(f->store, user, u) ? u->name : name;
}

static const char *const PHASE_WORDS[] = { "planned", "open", "closed", "running", "finished",
	"cancelled" };
static const char *const STAGE_WORDS[] = { "rounds", "bracket", "playoff" };
static const char *const SECTION_WORDS[SECTION_COUNT] = { "main", "losers", "final",
	"consolation", "lastchance", "rounds", "group", "playoff" };
static const char *const END_WORDS[PAIRING_END_COUNT] = { "open", "played", "bye", "forfeit",
	"double forfeit", "set", "void" };

const char *
tourney_export_phase_word(const struct tourney *t)
{
	return PHASE_WORDS[t->phase];
}

/* Opens a record.  lines: each record is a line, and must state its kind. */
static void
open_record(struct json *j, bool lines, const char *what)
{
	json_open(j, '{');
	if (lines)
		json_fields(j, KEY("record", what));
}

static void
put_settings(struct json *j, const struct tourney *t)
{
	char text[TSET_TEXT_MAX];
	struct sbuf b;

	json_open_key(j, "settings", '{');
	for (unsigned i = 0; i < TSET_COUNT; i++) {
		SBUF_INIT(&b, text);
		tourney_setting_text(&t->set, (enum tourney_setting)i, &b);
		json_fields(j, KEY(TOURNEY_SETTINGS[i].name, text));
	}
	json_close(j, '}');
}

static void
put_guests(struct json *j, const struct tourney_export *f, const char *key, bool wait)
{
	const struct tourney *t = f->t;
	struct user_record u;

	json_open_key(j, key, '[');
	for (unsigned i = 0; i < t->guests_n; i++)
		if (t->guests[i].waiting == wait)
			json_add_text(
			    j, shown_name(f, t->guests[i].user, t->guests[i].name, &u));
	json_close(j, ']');
}

static struct json_field
time_field(const char *key, int64_t at_ms)
{
	return json_int_or_null(key, at_ms != 0, at_ms);
}

static struct json_field
hex_field(const char *key, const char *hex)
{
	return json_text_field(key, hex[0] != '\0' ? hex : NULL);
}

static void
put_tournament(struct json *j, const struct tourney_export *f, bool lines)
{
	const struct tourney *t = f->t;
	struct user_record u;

	open_record(j, lines, "tournament");
	json_fields(j, JSON_MEMBER(t, id), JSON_MEMBER(t, name),
	    KEY("phase", PHASE_WORDS[t->phase]), KEY("stage", STAGE_WORDS[t->stage]),
	    JSON_MEMBER(t, paused));
	json_open_key(j, "directors", '[');
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (t->director[i] != 0)
			json_add_text(
			    j, shown_name(f, t->director[i], t->director_name[i], &u));
	json_close(j, ']');
	put_guests(j, f, "invited", false);
	put_guests(j, f, "waiting", true);
	json_fields(j, hex_field("commitment", t->commitment), hex_field("seed", t->seed),
	    time_field("created_ms", t->created_ms), time_field("started_ms", t->started_ms),
	    time_field("ended_ms", t->ended_ms), JSON_MEMBER(t, round), JSON_MEMBER(t, rounds),
	    JSON_MEMBER(t, groups), KEY("base", t->bracket_base), KEY("entries", t->entries_n),
	    KEY("pairings", t->pairings_n), JSON_MEMBER(t, acts));
	put_settings(j, t);
	json_close(j, '}');
}

static void
put_standing(struct json *j, const struct tourney_export *f, unsigned e)
{
	const struct standing_row *s = &f->standings[e];

	if (f->group_of[e] < 0) {
		json_fields(j, json_text_field("standing", NULL));
		return;
	}
	json_open_key(j, "standing", '{');
	json_fields(j, KEY("group", f->group_of[e]), JSON_MEMBER(s, from), JSON_MEMBER(s, to),
	    JSON_MEMBER(s, points), JSON_MEMBER(s, played), JSON_MEMBER(s, won),
	    JSON_MEMBER(s, lost), JSON_MEMBER(s, byes), JSON_MEMBER(s, forfeits));
	for (unsigned i = 0; i < TIEBREAK_COUNT; i++)
		json_fields(j, KEY(TIEBREAK_NAMES[i], s->tiebreak[i]));
	json_close(j, '}');
}

static void
put_entry(struct json *j, const struct tourney_export *f, unsigned e, bool lines)
{
	const struct tourney_entry *x = &f->t->entries[e];
	const struct bracket_place *place = &f->places[e];
	struct user_record u;

	open_record(j, lines, "entry");
	json_fields(j, KEY("entry", e), KEY("name", shown_name(f, x->user, x->name, &u)),
	    JSON_MEMBER(x, rating), json_int_or_null("seed", x->seed != 0, x->seed),
	    KEY("late", x->late_entry), JSON_MEMBER(x, withdrawn), JSON_MEMBER(x, cancelled),
	    JSON_MEMBER(x, losses),
	    json_pair_or_null("place", place->from != 0, place->from, place->to));
	put_standing(j, f, e);
	json_close(j, '}');
}

static void
put_player(struct json *j, entry_no e)
{
	if (entry_is_player(e))
		json_add_int(j, e);
	else
		json_add_text(j, e == ENTRY_NOBODY ? "nobody" : NULL);
}

/* Writes a seat as the number of a pairing in the whole tournament, and a side. */
static struct json_field
seat_field(const char *key, const struct tourney *t, pairing_seat seat)
{
	return json_pair_or_null(
	    key, seat != PAIRING_NOWHERE, (int64_t)(seat / 2) + t->bracket_base, seat % 2);
}

static void
put_pairing(struct json *j, const struct tourney *t, uint32_t p, bool lines)
{
	const struct pairing *x = &t->pairings[p];

	open_record(j, lines, "pairing");
	json_fields(j, KEY("pairing", p), KEY("section", SECTION_WORDS[tourney_section(t, p)]),
	    JSON_MEMBER(x, group), JSON_MEMBER(x, round), JSON_MEMBER(x, slot),
	    JSON_MEMBER(x, length));
	json_open_key(j, "sides", '[');
	put_player(j, x->side[0]);
	put_player(j, x->side[1]);
	json_close(j, ']');
	json_fields(j, KEY("end", END_WORDS[x->end]),
	    json_int_or_null("winner", x->end != PAIRING_OPEN && x->winner < 2, x->winner),
	    json_pair_or_null("score", true, x->score[0], x->score[1]),
	    time_field("match", t->bouts[p].match), time_field("due_ms", t->bouts[p].due_ms),
	    seat_field("winner_to", t, x->winner_to), seat_field("loser_to", t, x->loser_to));
	json_close(j, '}');
}

static void
put_act(struct json *j, const struct tourney_export *f, const struct tourney_act_record *r,
    const struct tourney_act *a, bool lines)
{
	unsigned fields = tourney_act_fields(a->kind);
	struct user_record u;

	open_record(j, lines, "act");
	json_fields(j, KEY("act", r->seq), JSON_MEMBER(r, at_ms),
	    KEY("actor", user_name(f, r->actor, &u)), JSON_MEMBER(r, kind));
	if ((fields & TF_ENTRY) != 0)
		json_fields(j, JSON_MEMBER(a, entry));
	if ((fields & TF_PAIRING) != 0)
		json_fields(j, JSON_MEMBER(a, pairing));
	if ((fields & TF_SIDE) != 0)
		json_fields(j, json_int_or_null("side", a->side < 2, a->side));
	if ((fields & TF_VALUE) != 0)
		json_fields(j, JSON_MEMBER(a, value));
	if ((fields & TF_SCORE) != 0)
		json_fields(j, json_pair_or_null("score", true, a->score[0], a->score[1]));
	if ((fields & TF_USER) != 0)
		json_fields(j, KEY("user", a->name), JSON_MEMBER(a, rating));
	if ((fields & TF_TEXT) != 0 ||
	    ((fields & TF_WHY) != 0 && a->text != NULL && a->text[0] != '\0'))
		json_fields(j, KEY("text", a->text != NULL ? a->text : ""));
	json_close(j, '}');
}

/* ---- text: one record each ---- */

static bool
act_lists_entries(enum tourney_act_kind kind)
{
	return kind == TACT_start || kind == TACT_order || kind == TACT_bracket ||
	       kind == TACT_round;
}

static void
write_act_time(const struct tourney_export *f, int64_t at_ms, char text[VIEW_TIME_MAX])
{
	f->view->write_time(f->view->ctx, at_ms, "%Y-%m-%d %H:%M:%S", text, VIEW_TIME_MAX);
}

/* Writes the arguments of an act, with the names of entries instead of their numbers. */
static void
write_act_arguments(
    const struct tourney_export *f, const struct tourney_act *a, struct words_wrapper *w)
{
	unsigned fields = tourney_act_fields(a->kind);
	const struct tourney *t = f->t;
	char text[VIEW_TIME_MAX];
	struct sbuf b;

	if ((fields & TF_ENTRY) != 0)
		words_wrap(w, words_entry_name(t, a->entry));
	if ((fields & TF_PAIRING) != 0) {
		SBUF_INIT(&b, text);
		sbuf_addf(&b, "#%u", view_pairing_number(a->pairing));
		words_wrap(w, text);
	}
	if ((fields & TF_SIDE) != 0)
		words_wrap(w, a->side < 2 && a->pairing < t->pairings_n
				  ? words_entry_name(t, t->pairings[a->pairing].side[a->side])
				  : "-");
	if (a->kind == TACT_invite) {
		if (a->value > 0)
			words_wrap(w, words_entry_name(t, (entry_no)(a->value - 1)));
	} else if ((fields & TF_VALUE) != 0) {
		SBUF_INIT(&b, text);
		if (a->kind == TACT_deadline || (a->kind == TACT_appoint && a->value > 1))
			write_act_time(f, a->value, text);
		else
			sbuf_addf(&b, "%lld", (long long)a->value);
		words_wrap(w, text);
	}
	if ((fields & TF_SCORE) != 0) {
		SBUF_INIT(&b, text);
		sbuf_addf(&b, "%u-%u", (unsigned)a->score[0], (unsigned)a->score[1]);
		words_wrap(w, text);
	}
	if ((fields & TF_USER) != 0)
		words_wrap(w, a->name);
	if ((fields & (TF_TEXT | TF_WHY)) != 0 && a->text != NULL &&
	    !act_lists_entries(a->kind))
		words_wrap(w, a->text);
}

static void
write_act(const struct tourney_export *f, const struct tourney_act_record *r,
    const struct tourney_act *a, struct out *out)
{
	struct words_wrapper w = { out, 0, WORDS_INDENT, TABLE_LINE_COLUMNS };
	struct user_record u;
	const char *who = user_name(f, r->actor, &u);
	char when[VIEW_TIME_MAX];

	write_act_time(f, r->at_ms, when);
	words_wrap(&w, when);
	words_wrap(&w, who != NULL ? who : "-");
	words_wrap(&w, r->kind);
	write_act_arguments(f, a, &w);
	out_text(out, "\n");
}

/* Writes a pairing, with a heading before the first of a round. */
static void
write_pairing(const struct tourney_export *f, uint32_t p, struct out *out)
{
	const struct tourney *t = f->t;
	const struct pairing *x = &t->pairings[p], *last = p > 0 ? x - 1 : NULL;
	const char *section = words_section(out, t, tourney_section(t, p));

	if (last == NULL || last->section != x->section || last->round != x->round ||
	    last->group != x->group || (p == t->bracket_base && t->bracket_base > 0)) {
		msg_newline(out);
		if (x->section == SECTION_GROUP)
			msg_tview_file_group(out, (unsigned)x->group + 1, x->round, x->length);
		else
			msg_tview_file_round(out, section, x->round, x->length);
	}
	view_pairing(f->view, p);
}

/* ---- ranges of records ---- */

/* Counts the bytes written and passes them on. */
struct counting_output {
	struct out *to;
	size_t n;
};

static void
count_and_write(void *ctx, const char *text, size_t n)
{
	struct counting_output *c = ctx;

	c->n += n;
	c->to->write(c->to->ctx, text, n);
}

struct record_range {
	struct tourney_export *f;
	uint32_t next_record, to;
	size_t max_bytes;
	bool as_json, json_lines;
	struct json j;
	struct counting_output counter;
	struct out out;
};

static bool
range_continues(const struct record_range *r)
{
	return r->next_record < r->to && r->counter.n < r->max_bytes;
}

static bool
range_write_act(void *ctx, const struct tourney_act_record *record)
{
	struct record_range *r = ctx;
	struct tourney_act a;

	if (!range_continues(r) ||
	    !tourney_act_read(record->kind, record->at_ms, record->actor, record->text, &a))
		return false;
	if (r->as_json) {
		if (!r->json_lines)
			json_newline(&r->j);
		put_act(&r->j, r->f, record, &a, r->json_lines);
		if (r->json_lines) {
			json_newline(&r->j);
			r->j.needs_comma = false;
		}
	} else {
		if (record->seq == 0) {
			msg_newline(&r->out);
			msg_tview_file_acts(&r->out);
		}
		write_act(r->f, record, &a, &r->out);
	}
	r->next_record++;
	return true;
}

void
tourney_export_record(struct tourney_export *f, uint32_t k, bool lines, struct json *j)
{
	const struct tourney *t = f->t;

	compute_places(f);
	if (k == 0)
		put_tournament(j, f, lines);
	else if (k <= t->entries_n)
		put_entry(j, f, k - 1, lines);
	else
		put_pairing(j, t, k - 1 - t->entries_n, lines);
}

/* Writes the next record, which is not an act: as a separate line, or as an element of the
 * single object. */
static void
range_write_record(struct record_range *r)
{
	uint32_t k = r->next_record++;

	if (!r->json_lines && k > 0)
		json_newline(&r->j);
	tourney_export_record(r->f, k, r->json_lines, &r->j);
	if (r->json_lines) {
		json_newline(&r->j);
		r->j.needs_comma = false;
	}
}

static void
range_begin(struct record_range *r, struct tourney_export *f, uint32_t from, uint32_t to,
    size_t most, struct out *out)
{
	uint32_t n = tourney_export_record_count(f);

	*r = (struct record_range){
		.f = f, .next_record = from, .to = to < n ? to : n, .max_bytes = most
	};
	r->counter.to = out;
	r->out = (struct out){
		.write = count_and_write, .ctx = &r->counter, .catalogue = out->catalogue
	};
	json_begin(&r->j, &r->out);
}

/* Writes the acts of a range; they follow all other records. */
static void
range_write_acts(struct record_range *r)
{
	uint32_t before = 1 + r->f->t->entries_n + r->f->t->pairings_n;

	if (range_continues(r) && r->next_record >= before)
		store_tourney_acts_each(
		    r->f->store, r->f->t->id, r->next_record - before, range_write_act, r);
}

uint32_t
tourney_export_json_lines(
    struct tourney_export *f, uint32_t from, uint32_t to, size_t most, struct out *out)
{
	struct record_range r;
	uint32_t acts = 1 + f->t->entries_n + f->t->pairings_n;

	range_begin(&r, f, from, to, most, out);
	r.as_json = r.json_lines = true;
	while (range_continues(&r) && r.next_record < acts)
		range_write_record(&r);
	range_write_acts(&r);
	return r.next_record;
}

/* Writes rows of the table of places, in the order of that table. */
static void
write_places_text(struct record_range *r, uint32_t entries)
{
	uint32_t from = r->next_record, to = r->to - 1 < entries ? r->to - 1 : entries;
	uint32_t fit = (uint32_t)((r->max_bytes - r->counter.n) / (TABLE_LINE_COLUMNS + 1));
	struct view v = *r->f->view;

	if (to > from + fit)
		to = from + fit;
	v.out = &r->out;
	v.me = ENTRY_UNKNOWN;
	compute_places(r->f);
	v.standings = has_table(r->f->t) ? r->f->standings : NULL;
	(void)view_places(&v, from, to);
	r->next_record = to + 1;
}

uint32_t
tourney_export_text(
    struct tourney_export *f, uint32_t from, uint32_t to, size_t most, struct out *out)
{
	uint32_t entries = f->t->entries_n, acts = 1 + entries + f->t->pairings_n;
	const struct view *view = f->view;
	struct view v = *view;
	struct record_range r;

	range_begin(&r, f, from, to, most, out);
	v.out = &r.out;
	f->view = &v;
	if (range_continues(&r) && r.next_record == 0) {
		info_head(&v);
		info_guests_and_draw(&v);
		msg_newline(&r.out);
		r.next_record++;
	}
	if (range_continues(&r) && r.next_record <= entries)
		write_places_text(&r, entries);
	for (; range_continues(&r) && r.next_record > entries && r.next_record < acts;
	     r.next_record++)
		write_pairing(f, r.next_record - 1 - entries, &r.out);
	range_write_acts(&r);
	f->view = view;
	return r.next_record;
}

/* ---- the whole tournament ---- */

/* Writes the records before `end` as an array. */
static void
range_write_array(struct record_range *r, const char *key, uint32_t end)
{
	json_open_key(&r->j, key, '[');
	while (r->next_record < end)
		range_write_record(r);
	json_close(&r->j, ']');
}

void
tourney_export_json(struct tourney_export *f, struct out *out)
{
	uint32_t entries = 1 + f->t->entries_n, acts = entries + f->t->pairings_n;
	struct record_range r;

	range_begin(&r, f, 0, UINT32_MAX, SIZE_MAX, out);
	r.as_json = true;
	json_open(&r.j, '{');
	json_key(&r.j, "tournament");
	range_write_record(&r);
	json_newline(&r.j);
	range_write_array(&r, "entries", entries);
	json_newline(&r.j);
	range_write_array(&r, "pairings", acts);
	json_newline(&r.j);
	json_open_key(&r.j, "acts", '[');
	range_write_acts(&r);
	json_close(&r.j, ']');
	json_close(&r.j, '}');
	json_newline(&r.j);
}
