/* SPDX-License-Identifier: MIT */
/* What happens in tournaments by itself: starts, rounds, seating, lateness, ends; and who comes
 * and goes. Owns the pairings that workers make.
 *
 * A turn does a bounded part of what is due (the numbers below), so that nobody else waits for
 * a large round; what is left is due at once in the next turn. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fair/draw.h"
#include "match/match.h"
#include "people/people.h"
#include "tournament/live.h"
#include "log.h"
#include "tourney/text.h"

#define SEATS_PER_TURN 8u      /* matches begun, over all tournaments; fewer when ... */
#define HEARERS_PER_TURN 1024u /* ... so many people would hear of them */
#define ACTS_PER_TURN 64u      /* of one tournament */
#define TALES_PER_TURN 64u     /* told of one */
#define PLACES_PER_TURN 200u
#define RECKON_PER_TURN 4u
#define ENDS_PER_TURN 8u /* matches of a tournament that is cancelled */
#define RETRY_MS 10000   /* a match that could not begin; a worker without room */

/* ---- who is free ---- */

static enum tourney_free
look_at(void *ctx, const struct tourney *t, entry_no e)
{
	const struct world *w = ctx;
	const struct session *s = tourney_session(w, t, e);
	const struct match *m = s != NULL ? session_match(w, s) : NULL;

	if (m == NULL)
		return PLAYER_FREE;
	return m->event != 0 ? PLAYER_BOUND : PLAYER_BUSY;
}

struct tourney *
tourneys_binds(const struct world *w, const struct session *s, uint32_t *pairing_out)
{
	struct tourney_member *m =
	    s->player != NULL ? tourney_members_of(w, s->player->user) : NULL;

	for (; m != NULL; m = m->next) {
		struct tourney *t = &m->live->t;
		bool live = t->set.value[TSET_schedule] == SCHEDULE_LIVE;
		uint32_t p;

		if (t->phase != TOURNEY_RUNNING || t->paused ||
		    t->entries[m->entry].withdrawn || t->entries[m->entry].user != m->user)
			continue;
		p = tourney_open_pairing(t, m->entry);
		if (p == TOURNEY_NO_PAIRING || t->bouts[p].held)
			continue;
		if (!live &&
		    t->bouts[p].due_ms - tourney_now_ms(w) > t->set.value[TSET_notice] * 60000)
			continue;
		if (!live && t->bouts[p].match != 0 && t->bouts[p].interrupted)
			continue;
		*pairing_out = p;
		return t;
	}
	return NULL;
}

/* ---- seeding ---- */

/* The drawn order of those who start. */
static void
shuffle(const struct tourney_live *l, entry_no *order, unsigned n)
{
	uint16_t drawn[TOURNEY_ENTRIES_MAX];

	fair_draw(l->seed, 1, n, drawn);
	for (unsigned i = 0; i < n; i++)
		drawn[i] = order[drawn[i]];
	memcpy(order, drawn, n * sizeof(*order));
}

/* Of all entries in the order in which they came, as the description of the draw says. */
static void
in_order_of_entry(entry_no *order, unsigned n, unsigned entries)
{
	bool starts[TOURNEY_ENTRIES_MAX] = { false };
	unsigned k = 0;

	for (unsigned i = 0; i < n; i++)
		starts[order[i]] = true;
	for (unsigned e = 0; e < entries; e++)
		if (starts[e])
			order[k++] = (entry_no)e;
}

static const char *
order_words(struct world *w, const entry_no *order, unsigned n)
{
	size_t size = (size_t)n * 5 + 1;
	char *text = tourney_text_room(w, size);
	struct sbuf b;

	sbuf_init(&b, text, size);
	order_text(order, n, &b);
	CHECK(sbuf_ok(&b));
	return text;
}

const char *
tourney_start_order(struct world *w, struct tourney_live *l)
{
	entry_no *order = calloc(l->t.entries_n + 1, sizeof(*order));
	const char *text = NULL;
	unsigned n;

	CHECK(order != NULL);
	n = tourney_starters(&l->t, order);
	if (n >= 2 && l->t.set.value[TSET_seeding] == SEEDING_DRAW) {
		in_order_of_entry(order, n, l->t.entries_n);
		shuffle(l, order, n);
	}
	if (n >= 2)
		text = order_words(w, order, n);
	free(order);
	return text;
}

/* ---- pairings by a worker ---- */

static void
job_free(struct tourney_job *j)
{
	free(j->players);
	free(j->met);
	free(j->pairs);
	free(j->space);
	free(j);
}

/* No worker has one in hand any more. */
void
tourney_jobs_free(struct world *w)
{
	struct tourney_job *j, *next;

	for (j = w->tourneys->jobs; j != NULL; j = next) {
		next = j->next;
		job_free(j);
	}
	w->tourneys->jobs = NULL;
}

static struct tourney_job *
job_new(const struct tourney *t)
{
	struct tourney_job *j = calloc(1, sizeof(*j));

	CHECK(j != NULL);
	j->players = calloc(t->entries_n + 1, sizeof(*j->players));
	j->met = calloc(t->pairings_n + 1, sizeof(*j->met));
	j->pairs = calloc(t->entries_n / 2 + 1, sizeof(*j->pairs));
	CHECK(j->players != NULL && j->met != NULL && j->pairs != NULL);
	j->result.pairs = j->pairs;
	return j;
}

/* In the worker: touches nothing but its own copy. */
static void
job_run(void *arg)
{
	struct tourney_job *j = arg;

	j->space = malloc(swiss_space(&j->round));
	if (j->space != NULL)
		swiss_pair(&j->round, j->space, &j->result);
}

static void
make_round(struct world *w, struct tourney_live *l, const struct swiss_result *r)
{
	size_t size = (size_t)l->t.entries_n * 6 + 16;
	char *text = tourney_text_room(w, size);
	struct tourney_act a = { .kind = TACT_round, .value = (int64_t)l->t.round + 1 };
	struct sbuf b;

	sbuf_init(&b, text, size);
	tourney_pairs_text(&l->t, r, &b);
	CHECK(sbuf_ok(&b));
	a.text = text;
	/* refused when somebody has left since: then it is asked for again */
	if (tourney_do(w, l, &a) == TOURNEY_OK)
		tourney_tell_repeats(w, l, r->repeats);
}

static void
ask_pairing(struct world *w, struct tourney_live *l)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_job *j;
	struct work_job job = { .kind = WORK_TASK };

	if (l->ticket != 0) {
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING, INT64_MAX);
		return;
	}
	j = job_new(&l->t);
	if (!tourney_swiss_input(
		&l->t, tourney_room(w, &l->t), j->players, j->met, &j->round, &j->result)) {
		make_round(w, l, &j->result);
		job_free(j);
		return;
	}
	j->ticket = job.ticket = ++ts->tickets;
	job.run = job_run;
	job.arg = j;
	if (!w->work.post(w->work.ctx, &job)) {
		job_free(j);
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING, tourney_now_ms(w) + RETRY_MS);
		return;
	}
	j->next = ts->jobs;
	ts->jobs = j;
	l->ticket = j->ticket;
	l->ticket_acts = l->t.acts;
	tourney_put_off(&l->t, TOURNEY_NO_PAIRING, INT64_MAX);
}

static struct tourney_job *
job_take(struct tourneys *ts, uint64_t ticket)
{
	struct tourney_job **at = &ts->jobs, *j;

	while (*at != NULL && (*at)->ticket != ticket)
		at = &(*at)->next;
	j = *at;
	if (j != NULL)
		*at = j->next;
	return j;
}

/* When something has happened meanwhile (somebody has left, a result was corrected) it is asked
 * for again. */
void
tourneys_paired(struct world *w, uint64_t ticket)
{
	struct tourney_job *j = job_take(w->tourneys, ticket);
	struct tourney_live *l;

	if (j == NULL)
		return;
	DL_FOREACH(w->tourneys->open, l)
	if (l->ticket == ticket)
		break;
	if (l != NULL) {
		l->ticket = 0;
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING,
		    j->space != NULL ? INT64_MIN : tourney_now_ms(w) + RETRY_MS);
		if (j->space != NULL && l->t.acts == l->ticket_acts &&
		    !store_refusing(w->store))
			make_round(w, l, &j->result);
	}
	job_free(j);
}

/* ---- the end ---- */

/* Places are written some in each turn, before the end itself; true when all are.  Where nobody
 * has won nobody has a first place. */
static bool
write_places(struct world *w, struct tourney_live *l)
{
	struct bracket_place *place;
	uint32_t last = l->placed + PLACES_PER_TURN;
	bool won;

	if (l->placed >= l->t.entries_n)
		return true;
	place = calloc(l->t.entries_n, sizeof(*place));
	CHECK(place != NULL);
	won = tourney_is_won(&l->t);
	tourney_places(&l->t, tourney_room(w, &l->t), place);
	for (; l->placed < l->t.entries_n && l->placed < last; l->placed++) {
		const struct tourney_entry *e = &l->t.entries[l->placed];
		struct tourney_place_record r = {
			.user = e->user,
			.tourney = l->t.id,
			.from = place[l->placed].from,
			.to = place[l->placed].to,
		};

		if (r.from != 0 && (r.from > 1 || won) && (e->seed != 0 || e->late))
			store_tourney_place_set(w->store, &r);
	}
	free(place);
	return l->placed >= l->t.entries_n;
}

static unsigned
started(const struct tourney *t)
{
	unsigned n = 0;

	for (unsigned e = 0; e < t->entries_n; e++)
		n += t->entries[e].seed != 0 || t->entries[e].late;
	return n;
}

/* Names of those in the first place. */
static void
winners_text(struct world *w, const struct tourney *t, struct sbuf *out)
{
	struct bracket_place *place = calloc(t->entries_n + 1, sizeof(*place));

	CHECK(place != NULL);
	tourney_places(t, tourney_room(w, t), place);
	for (unsigned e = 0; e < t->entries_n && tourney_is_won(t); e++)
		if (place[e].from == 1) {
			if (out->len > 0)
				sbuf_add(out, ", ");
			sbuf_add(out, t->entries[e].name);
		}
	free(place);
}

static void
finish(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	struct tourney_record r = { .id = l->t.id };
	struct sbuf b;

	/* what came before is told before */
	if (tourney_notify(w, l, TALES_PER_TURN) || !write_places(w, l))
		return;
	(void)sbuf_copy(r.format, sizeof(r.format), tourney_format(&l->t.set)->name);
	SBUF_ON(&b, r.winner);
	winners_text(w, &l->t, &b);
	if (tourney_do(w, l, a) != TOURNEY_OK)
		return;
	r.ended_ms = a->at_ms;
	r.players = started(&l->t);
	store_tourney_end(w->store, &r);
	tourney_tell_end(w, l, r.winner);
	tourney_retire(w, l);
}

/* ---- what is due ---- */

/* What is due cannot be refused; if it is, that is a mistake of this program, which must not
 * stop the server, nor be repeated all the time. */
static void
act_or_wait(struct world *w, struct tourney_live *l, struct tourney_act *a)
{
	enum tourney_err e = tourney_act(w, &l->t, NULL, a);

	if (e == TOURNEY_OK)
		return;
	if (e != TOURNEY_TABLE_FULL)
		log_warn("tourney_due", "tourney=%" PRId64 " act=%s err=%d", l->t.id,
		    tourney_act_name(a->kind), (int)e);
	tourney_put_off(&l->t,
	    (tourney_act_fields(a->kind) & TF_PAIRING) != 0 ? a->pairing : TOURNEY_NO_PAIRING,
	    tourney_now_ms(w) + RETRY_MS);
}

static void
order_knockout(struct world *w, struct tourney_live *l)
{
	struct tourney_act a = { .kind = TACT_bracket };
	entry_no *order = calloc(l->t.entries_n + 1, sizeof(*order));
	unsigned n;

	CHECK(order != NULL);
	n = tourney_bracket_order(&l->t, tourney_room(w, &l->t), order);
	if (n >= 2) {
		a.text = order_words(w, order, n);
		act_or_wait(w, l, &a);
	} else {
		a.kind = TACT_finish;
		finish(w, l, &a);
	}
	free(order);
}

static void
start_or_cancel(struct world *w, struct tourney_live *l)
{
	struct tourney_act a = { .kind = TACT_start, .text = "" };

	if (tourney_act(w, &l->t, NULL, &a) == TOURNEY_OK)
		return;
	a = (struct tourney_act){ .kind = TACT_cancel, .text = "too few players" };
	act_or_wait(w, l, &a);
}

/* Everybody on line may hear of each match that begins. */
static unsigned
seats_per_turn(const struct world *w)
{
	unsigned n = HEARERS_PER_TURN / (w->online_count + 1);

	return n < 1 ? 1 : n > SEATS_PER_TURN ? SEATS_PER_TURN : n;
}

/* False: nothing more of this tournament in this turn. */
static bool
do_due(struct world *w, struct tourney_live *l, enum tourney_due d, struct tourney_act *a)
{
	bool done = true;

	switch (d) {
	case DUE_NOTHING:
		return false;
	case DUE_ACT:
		if (a->kind == TACT_finish)
			finish(w, l, a);
		else
			act_or_wait(w, l, a);
		return a->kind != TACT_finish;
	case DUE_SEAT:
	case DUE_GO_ON:
		if (w->tourneys->seats >= seats_per_turn(w))
			return false;
		w->tourneys->seats++;
		done = d == DUE_SEAT ? tourney_match_begin(w, l, a->pairing)
				     : tourney_match_resume(w, l, a->pairing);
		if (!done)
			tourney_put_off(&l->t, a->pairing, tourney_now_ms(w) + RETRY_MS);
		break;
	case DUE_LOST:
		tourney_match_lost(w, l, a->pairing, a->side, ACT_TIMEOUT);
		break;
	case DUE_START:
		start_or_cancel(w, l);
		break;
	case DUE_PAIR:
		ask_pairing(w, l);
		break;
	case DUE_ORDER:
		order_knockout(w, l);
		return false;
	}
	return !l->over;
}

/* It is cancelled: its matches end, some in each turn, then it is over.  A restart in between
 * begins this anew, and finds those that have ended. */
static void
wind_up(struct world *w, struct tourney_live *l)
{
	struct tourney *t = &l->t;
	struct tourney_record r = { .id = t->id, .cancelled = true, .ended_ms = t->ended_ms };

	for (unsigned n = 0; l->ending < t->pairings_n; l->ending++) {
		if (t->bouts[l->ending].match == 0 ||
		    t->pairings[l->ending].end != PAIRING_OPEN)
			continue;
		if (n++ == ENDS_PER_TURN) {
			t->look_ms = INT64_MIN;
			return;
		}
		tourney_match_end(w, l, l->ending, -1);
	}
	(void)sbuf_copy(r.format, sizeof(r.format), tourney_format(&t->set)->name);
	r.players = started(t);
	store_tourney_end(w->store, &r);
	tourney_retire(w, l);
}

/* The server is back: what stood still goes on (tourney/RULES.md 19). */
static void
come_back(struct world *w, struct tourney_live *l)
{
	struct tourney_act a = { .kind = TACT_restart };

	l->back = false;
	if (l->t.phase == TOURNEY_RUNNING)
		(void)tourney_do(w, l, &a);
}

static void
run(struct world *w, struct tourney_live *l)
{
	const struct tourney_eyes eyes = { w, look_at };
	struct tourney_act a;

	if (l->t.phase == TOURNEY_CANCELLED) {
		if (!tourney_notify(w, l, TALES_PER_TURN))
			wind_up(w, l);
		return;
	}
	if (l->back)
		come_back(w, l);
	(void)tourney_reckon_all(w, l, RECKON_PER_TURN);
	for (unsigned n = 0; n < ACTS_PER_TURN; n++)
		if (!do_due(w, l, tourney_due(&l->t, tourney_now_ms(w), &eyes, &a), &a))
			break;
	(void)tourney_notify(w, l, TALES_PER_TURN);
	if (!l->over)
		tourney_watch_next(w, l);
}

void
tourneys_timers(struct world *w)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_live *l, *next;

	if (store_refusing(w->store)) {
		ts->refused = true;
		return;
	}
	DL_FOREACH_SAFE(ts->open, l, next)
	{
		if (ts->refused)
			tourney_stood_still(w, l); /* nobody could play */
		run(w, l);
	}
	ts->refused = false;
}

int64_t
tourneys_next_timer(const struct world *w)
{
	const struct tourney_live *l;
	int64_t at = INT64_MAX;

	if (store_refusing(w->store))
		return -1;
	DL_FOREACH(w->tourneys->open, l)
	{
		int64_t look = l->t.look_ms;

		if (l->notifications_told < l->notifications_n || l->reckon < l->t.pairings_n ||
		    l->back || l->dirty)
			look = INT64_MIN;
		if (look < at)
			at = look;
	}
	if (at == INT64_MAX)
		return -1;
	return at <= tourney_now_ms(w) ? w->mono_ms : at - w->tourneys->epoch_ms;
}

/* ---- coming and going ---- */

static void
presence(struct world *w, int64_t user, bool here, struct session *s)
{
	for (struct tourney_member *m = tourney_members_of(w, user); m != NULL; m = m->next) {
		struct tourney *t = &m->live->t;

		if (t->entries[m->entry].user != user || t->entries[m->entry].withdrawn)
			continue;
		tourney_presence(t, m->entry, here, tourney_now_ms(w));
		tourney_match_presence(w, m->live, m->entry, here);
		if (here)
			tourney_tell_duty(w, s, m->live, m->entry);
	}
}

static void
erase(struct world *w, int64_t user)
{
	struct tourney_live *l;

	for (struct tourney_member *m = tourney_members_of(w, user); m != NULL; m = m->next) {
		const struct tourney_entry *e = &m->live->t.entries[m->entry];
		struct tourney_act a = { .kind = TACT_withdraw, .entry = m->entry };

		if (e->user == user && !e->withdrawn)
			act_or_wait(w, m->live, &a);
	}
	DL_FOREACH(w->tourneys->open, l)
	{
		const struct tourney_guest *g = tourney_guest_of(&l->t, user);
		struct tourney_act a = { .kind = TACT_decline, .user = user };

		if (g == NULL)
			continue;
		CHECK(sbuf_copy(a.name, sizeof(a.name), g->name));
		act_or_wait(w, l, &a);
	}
}

void
tourneys_on_event(struct world *w, const struct world_event *e)
{
	switch (e->kind) {
	case EVENT_session_online:
		tourney_tell_missed(w, e->session);
		presence(w, e->session->player->user, true, e->session);
		break;
	case EVENT_session_left:
		if (!e->left.stopping)
			presence(w, e->left.user, false, NULL);
		break;
	case EVENT_user_erased:
		erase(w, e->user->id);
		break;
	default:
		break;
	}
}
