/* SPDX-License-Identifier: MIT */
/* See imports.h.  Owns the texts, and the memory that the worker uses during a job. */
#include "imports/imports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "form/imported.h"
#include "login/lifecycle.h"
#include "login/rate.h"
#include "match/match.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "output/pager.h"
#include "people/people.h"
#include "proto/username.h"

#define FIRST_BUF_BYTES 16384u
#define BYTES_PER_TENTH_S 8192u /* cost a tenth of a second of the flood allowance */
#define LINE_COST_BYTES 32u     /* bytes charged for each line in addition to its length */
#define CHUNK_ACTIONS 64u       /* actions stored per row */
#define RETRY_MS 100            /* time before posting again if the worker's queue was full */
#define PURGE_PAUSE_MS 20       /* pause between the removal of two deleted matches */

enum slot_state {
	SLOT_FREE,
	SLOT_RECEIVING,
	SLOT_WAITING, /* waits until the worker is free */
	SLOT_READING,
};

struct slot {
	enum slot_state state;
	session_id session;
	struct netaddr from_address;
	uint64_t no; /* order of arrival at the worker */
	int64_t begun_ms, last_line_ms;
	char *text; /* with a NUL */
	size_t len, room;
	size_t uncharged;        /* bytes not charged to the flood allowance yet */
	bool line_continued;     /* the next input continues the last line */
	bool bad;                /* the text was too long, or memory ran out: it is not kept */
	bool for_archive;        /* see imports_begin */
	bool publication_logged; /* the log of operators has a row about it */
	size_t at;               /* where the next match begins */
	unsigned line;           /* lines before the next match */
	unsigned matches, games, tried_matches;
};

struct imports {
	struct slot slot[IMPORT_SLOTS];
	uint64_t no;
	struct slot *reading_slot;
	size_t uncharged; /* bytes not charged yet to sessions that have lost their slot */
	int64_t next_read_ms, next_deleted_purge_ms;
	bool purge_due; /* there may be deleted matches */
	struct rates match_rates;
	/* used by the worker */
	struct matchread *m; /* NULL while nothing is read */
	struct move_space *space;
	size_t match_bytes; /* bytes of the match being read */
	bool ok;
};

struct imports *
imports_new(void)
{
	struct imports *im = calloc(1, sizeof(*im));

	if (im != NULL)
		im->purge_due = true;
	return im;
}

static void
reader_free(struct imports *im)
{
	if (im->m != NULL)
		free(im->m->action);
	free(im->m);
	free(im->space);
	im->m = NULL;
	im->space = NULL;
}

void
imports_free(struct imports **ip)
{
	struct imports *im = *ip;

	*ip = NULL;
	if (im == NULL)
		return;
	for (unsigned i = 0; i < IMPORT_SLOTS; i++)
		free(im->slot[i].text);
	reader_free(im);
	rates_free(&im->match_rates);
	free(im);
}

static void
slot_free(struct slot *x)
{
	free(x->text);
	*x = (struct slot){ 0 };
}

static struct slot *
slot_of_session(struct imports *im, session_id id)
{
	for (unsigned i = 0; i < IMPORT_SLOTS; i++)
		if (im->slot[i].state != SLOT_FREE && im->slot[i].session == id)
			return &im->slot[i];
	return NULL;
}

/* Returns a free slot, or takes one from a session that has been silent, or has been sending,
 * for too long.  Returns NULL if there is no such slot, or if the address uses its share of
 * slots. */
static struct slot *
take_slot(struct world *w, const struct session *s)
{
	const struct netaddr from = network_of_session(s, NETWORK_ADDRESS);
	struct slot *best = NULL;
	unsigned same = 0;

	for (unsigned i = 0; i < IMPORT_SLOTS; i++) {
		struct slot *x = &w->imports->slot[i];

		if (x->state == SLOT_RECEIVING &&
		    (w->mono_ms - x->last_line_ms >= IMPORT_IDLE_MS ||
			w->mono_ms - x->begun_ms >= IMPORT_SEND_MS))
			slot_free(x);
		if (x->state == SLOT_FREE)
			best = x;
		else
			same += network_same(&from, &x->from_address);
	}
	return same < IMPORT_SLOTS_PER_ADDRESS ? best : NULL;
}

/* ---- receiving ---- */

bool
imports_receives(const struct session *s)
{
	return s->form != NULL && s->form->question == ASK_IMPORT_LINES;
}

/* Returns whether the account may keep another match.  Prints the reason if not. */
static bool
may_import_another(const struct world *w, struct session *s)
{
	const unsigned n = store_imports_count(w->store, s->player->user);

	if (w->config.imports == 0)
		msg_import_off(&s->out);
	else if (n >= w->config.imports)
		msg_import_many(&s->out, n);
	return n < w->config.imports;
}

void
imports_begin(struct world *w, struct session *s, bool archive)
{
	struct slot *x;

	if (!archive && !may_import_another(w, s))
		return;
	x = take_slot(w, s);
	if (x == NULL || session_get_form(s) == NULL) {
		msg_import_busy(&s->out);
		return;
	}
	*x = (struct slot){ .state = SLOT_RECEIVING,
		.session = s->id,
		.from_address = network_of_session(s, NETWORK_ADDRESS),
		.for_archive = archive,
		.begun_ms = w->mono_ms,
		.last_line_ms = w->mono_ms };
	s->form->question = ASK_IMPORT_LINES;
	msg_import_send(&s->out);
}

/* Ends the dialog and continues with the session's other input. */
static void
end_dialog(struct world *w, struct session *s)
{
	session_form_free(s);
	session_write_prompt(w, s);
}

static bool
append(struct slot *x, const char *text, size_t n)
{
	if (x->len + n + 2 > IMPORT_BYTES_MAX)
		return false;
	if (x->len + n + 2 > x->room) {
		size_t room = x->room > 0 ? x->room : FIRST_BUF_BYTES;
		char *grown;

		while (room < x->len + n + 2)
			room *= 2;
		grown = realloc(x->text, room);
		if (grown == NULL)
			return false;
		x->text = grown;
		x->room = room;
	}
	memcpy(x->text + x->len, text, n);
	x->len += n;
	x->text[x->len] = '\0';
	return true;
}

/* Drops the text that was received; the rest of it is ignored. */
static void
drop_text(struct slot *x)
{
	free(x->text);
	x->text = NULL;
	x->len = x->room = 0;
	x->bad = true;
}

static void
add_line(struct slot *x, const char *text)
{
	size_t n;

	if (x->text != NULL && !x->line_continued && !append(x, "\n", 1)) {
		drop_text(x);
		return;
	}
	text += text[0] == '.';
	n = strlen(text);
	x->line_continued = n > 0 && text[n - 1] == '\\';
	if (!append(x, text, n - x->line_continued))
		drop_text(x);
}

static void
end_text(struct world *w, struct session *s, struct slot *x)
{
	if (x == NULL) {
		msg_import_lost(&s->out);
	} else if (x->bad) {
		msg_import_long(&s->out, IMPORT_BYTES_MAX / 1024);
	} else if (x->len == 0) {
		msg_import_nothing(&s->out);
	} else {
		x->state = SLOT_WAITING;
		x->no = ++w->imports->no;
		s->form->question = ASK_NOTHING;
		s->form->worker_busy = true;
		session_update_input_pause(w, s);
		return;
	}
	if (x != NULL)
		slot_free(x);
	end_dialog(w, s);
}

unsigned
imports_line(struct world *w, struct session *s, const char *text)
{
	struct slot *x = slot_of_session(w->imports, s->id);
	size_t *uncharged = x != NULL ? &x->uncharged : &w->imports->uncharged;
	unsigned cost;

	if (strcmp(text, ".") == 0) {
		end_text(w, s, x);
		return 1;
	}
	session_write_prompt(w, s);
	if (x != NULL) {
		x->last_line_ms = w->mono_ms;
		if (!x->bad)
			add_line(x, text);
	}
	*uncharged += strlen(text) + LINE_COST_BYTES;
	cost = (unsigned)(*uncharged / BYTES_PER_TENTH_S);
	*uncharged %= BYTES_PER_TENTH_S;
	return cost;
}

void
imports_cancel(struct world *w, struct session *s)
{
	struct slot *x = slot_of_session(w->imports, s->id);

	if (x != NULL)
		slot_free(x);
	session_form_free(s);
}

void
imports_overlong(struct world *w, struct session *s)
{
	struct slot *x = slot_of_session(w->imports, s->id);

	if (x != NULL)
		drop_text(x);
}

/* ---- the worker ---- */

static void
run(void *arg)
{
	struct imports *im = arg;
	struct slot *x = im->reading_slot;
	char *from = x->text + x->at, kept;

	im->match_bytes = matchread_first_length(from, x->len - x->at, im->m->pause);
	kept = from[im->match_bytes];
	from[im->match_bytes] = '\0';
	im->ok = matchread(im->m, from, im->match_bytes, im->space);
	from[im->match_bytes] = kept;
}

static bool
ensure_reader(struct imports *im)
{
	if (im->m != NULL)
		return true;
	im->m = calloc(1, sizeof(*im->m));
	im->space = malloc(sizeof(*im->space));
	if (im->m != NULL)
		im->m->action = calloc(MATCHREAD_ACTIONS_MAX, sizeof(*im->m->action));
	if (im->m != NULL && im->m->action != NULL && im->space != NULL) {
		im->m->pause = work_yield;
		return true;
	}
	reader_free(im);
	return false;
}

static struct slot *
first_waiting(const struct imports *im)
{
	struct slot *first = NULL;

	for (unsigned i = 0; i < IMPORT_SLOTS; i++) {
		const struct slot *x = &im->slot[i];

		if (x->state == SLOT_WAITING && (first == NULL || x->no < first->no))
			first = (struct slot *)(uintptr_t)x;
	}
	return first;
}

/* Reads the next match of the text that has waited longest. */
static void
read_next_match(struct world *w)
{
	struct imports *im = w->imports;
	struct slot *x = first_waiting(im);
	const struct work_job job = { .kind = WORK_FILE, .run = run, .arg = im };

	im->next_read_ms = w->mono_ms + RETRY_MS;
	if (!ensure_reader(im))
		return;
	im->reading_slot = x;
	if (w->work.post(w->work.ctx, &job))
		x->state = SLOT_READING;
	else
		im->reading_slot = NULL;
}

/* ---- storing a match ---- */

typedef void chunk_fn(void *ctx, uint32_t seq, const char *text, size_t n);

static void
each_chunk(const struct matchread *m, chunk_fn *fn, void *ctx)
{
	char text[STORE_IMPORT_TEXT_MAX], one[IMPORTED_ACTION_TEXT_MAX];
	struct sbuf b;

	for (unsigned i = 0; i < m->n;) {
		const unsigned first = i;

		SBUF_INIT(&b, text);
		while (i < m->n && i < first + CHUNK_ACTIONS &&
		       b.len + IMPORTED_ACTION_TEXT_MAX + 32 < sizeof(text)) {
			struct action_record a;
			struct sbuf of_one;

			SBUF_INIT(&of_one, one);
			a = imported_action_record(&m->action[i++], &of_one);
			sbuf_addf(&b, "%d %s %s\n", a.seat, a.kind, a.text);
		}
		CHECK(sbuf_ok(&b));
		fn(ctx, first, text, b.len);
	}
}

static void
hash_chunk(void *ctx, uint32_t seq, const char *text, size_t n)
{
	(void)seq;
	(void)crypto_generichash_update(ctx, (const unsigned char *)text, n);
}

/* Returns a hash of the players' names, the length and all actions. */
static int64_t
digest_of(const struct matchread *m)
{
	unsigned char out[crypto_generichash_BYTES_MIN];
	crypto_generichash_state state;
	int64_t x = 0;

	(void)crypto_generichash_init(&state, NULL, 0, sizeof(out));
	for (unsigned i = 0; i < 2; i++)
		(void)crypto_generichash_update(
		    &state, (const unsigned char *)m->name[i], strlen(m->name[i]) + 1);
	(void)crypto_generichash_update(
	    &state, &(unsigned char){ (unsigned char)m->state.length }, 1);
	each_chunk(m, hash_chunk, &state);
	(void)crypto_generichash_final(&state, out, sizeof(out));
	for (unsigned i = 0; i < 8; i++)
		x = x << 8 | (out[i] & (i == 0 ? 0x7f : 0xff));
	return x;
}

struct chunk_destination {
	struct store *store;
	int64_t id;
};

static void
store_chunk(void *ctx, uint32_t seq, const char *text, size_t n)
{
	const struct chunk_destination *a = ctx;

	(void)n;
	store_import_actions_add(a->store, a->id, seq, text);
}

/* Returns the seat whose name in the file is the account's; 2: neither. */
static int
seat_of(const struct player *p, const struct import_record *r)
{
	char own[STORE_NAME_MAX + 1], name[STORE_NAME_MAX + 1];

	username_to_lower(p->name, own, sizeof(own));
	for (int i = 0; i < 2; i++) {
		username_to_lower(r->player_names[i], name, sizeof(name));
		if (strcmp(own, name) == 0)
			return i;
	}
	return 2;
}

static int64_t
store_match(struct world *w, const struct session *s, const struct matchread *m, int64_t digest)
{
	struct import_record r = { .owner = s->player->user,
		.variant = VARIANT_FIBS->name,
		.length = (uint8_t)m->state.length,
		.played_ms = imported_played_ms(m, w->wall_ms),
		.stored_ms = w->wall_ms,
		.score = { m->state.score[0], m->state.score[1] },
		.winner = m->state.winner == SEAT_NONE ? -1 : (int)m->state.winner,
		.actions = m->n,
		.digest = digest };
	char lines[STORE_HEADER_MAX];
	struct chunk_destination a = { .store = w->store };
	struct sbuf header;

	SBUF_INIT(&header, lines);
	for (unsigned i = 0; i < 2; i++)
		imported_name(r.player_names[i], m->name[i], i);
	r.seat = seat_of(s->player, &r);
	imported_header(
	    &header, m, (const char *const[]){ r.player_names[0], r.player_names[1] });
	r.header = lines;
	a.id = store_import_add(w->store, &r);
	if (a.id != 0)
		each_chunk(m, store_chunk, &a);
	return a.id;
}

static void
report_notes(struct session *s, const struct slot *x, const struct matchread *m)
{
	for (unsigned i = 0; i < m->notes_len; i++)
		msg_import_note(&s->out, x->line + m->note[i].line, m->note[i].why);
}

static void
report_stored(struct session *s, const struct matchread *m, int64_t id)
{
	char name[2][STORE_NAME_MAX + 1];

	for (unsigned i = 0; i < 2; i++)
		imported_name(name[i], m->name[i], i);
	if (m->state.length > 0)
		msg_import_stored(&s->out, (long long)id, name[0], name[1],
		    (unsigned)m->state.length, m->games);
	else
		msg_import_stored_money(&s->out, (long long)id, name[0], name[1], m->games);
}

/* Makes a match visible to all users.  The first match of a text is recorded in the log of
 * operators. */
static void
publish_match(struct world *w, const struct session *s, struct slot *x, int64_t id)
{
	char detail[40];

	store_import_show(w->store, id, true);
	if (x->publication_logged)
		return;
	x->publication_logged = true;
	(void)snprintf(detail, sizeof(detail), "from match %lld", (long long)id);
	moderation_log(w, s->player->name, "archive", "", detail, "");
}

/* Stores the match that was read.  Returns false, after printing the reason, if the rest of the
 * text cannot be imported either. */
static bool
keep_match(struct world *w, struct session *s, struct slot *x)
{
	const struct matchread *m = w->imports->m;
	const struct netaddr net = network_of_session(s, NETWORK_WIDE);
	const struct rate_key key =
	    rate_key(net.family == 0 ? s->player->name : NULL, net.family == 0 ? NULL : &net);
	const bool archive = x->for_archive && s->player->role >= ROLE_OPERATOR;
	uint64_t total;
	int64_t digest, id;

	if (!w->imports->ok || m->n > IMPORT_ACTIONS_MAX) {
		report_notes(s, x, m);
		if (w->imports->ok)
			msg_import_actions(&s->out, x->line + 1, IMPORT_ACTIONS_MAX);
		return true;
	}
	if (store_refusing(w->store)) {
		msg_disk_refuse(&s->out);
		return false;
	}
	digest = digest_of(m);
	id = store_import_by_digest(w->store, s->player->user, digest);
	if (id != 0) {
		msg_import_already(&s->out, (long long)id);
		if (archive) {
			publish_match(w, s, x, id);
			msg_import_shown(&s->out, (long long)id);
		}
		return true;
	}
	total = (uint64_t)store_counter(w->store, COUNTER_IMPORTED_ACTIONS);
	if (!archive && !may_import_another(w, s))
		return false;
	if (total + m->n > w->config.imported_actions)
		msg_import_full(&s->out);
	else if (!s->exempt && !archive &&
		 !rate_allows(
		     &w->imports->match_rates, &key, IMPORT_MATCHES_PER_HOUR, w->mono_ms))
		msg_import_hour(&s->out);
	else if ((id = store_match(w, s, m, digest)) != 0) {
		if (archive)
			publish_match(w, s, x, id);
		else
			rate_count(&w->imports->match_rates, &key, IMPORT_MATCHES_PER_HOUR,
			    w->mono_ms);
		x->matches++;
		x->games += m->games;
		report_stored(s, m, id);
		report_notes(s, x, m);
		return true;
	}
	return false;
}

/* Moves on to the next match of the text.  Returns false if there is none. */
static bool
advance_to_next_match(struct world *w, struct slot *x)
{
	const char *from = x->text + x->at;

	for (size_t i = 0; i < w->imports->match_bytes; i++)
		x->line += from[i] == '\n';
	x->at += w->imports->match_bytes;
	x->tried_matches++;
	from = x->text + x->at;
	return from[strspn(from, " \t\r\n")] != '\0';
}

void
imports_match_read(struct world *w)
{
	struct imports *im = w->imports;
	struct slot *x = im->reading_slot;
	struct session *s = session_get(w, x->session);

	im->reading_slot = NULL;
	im->next_read_ms = w->mono_ms;
	if (s != NULL && s->state == ST_ONLINE && s->form != NULL && s->form->worker_busy) {
		bool more;

		session_line_received(w, s); /* the output answers the user's lines */
		session_mark_answer(s, true);
		more = keep_match(w, s, x) && advance_to_next_match(w, x);
		if (more && x->tried_matches < IMPORT_MATCHES_MAX) {
			session_mark_answer(s, false);
			x->state = SLOT_WAITING;
			return;
		}
		if (more)
			msg_import_rest(&s->out, IMPORT_MATCHES_MAX, x->line + 1);
		if (x->matches > 0)
			msg_import_sum(&s->out, x->matches, x->games);
		else
			msg_import_nothing(&s->out);
		session_mark_answer(s, false);
		end_dialog(w, s);
	}
	slot_free(x);
	if (first_waiting(im) == NULL)
		reader_free(im);
}

/* ---- the rest ---- */

/* Drops the text of a player whose match begins.  Lines are ignored until the dot, because the
 * rest of a file that is on its way must not be carried out as commands. */
static void
interrupt(struct world *w, struct session *s)
{
	struct slot *x = slot_of_session(w->imports, s->id);

	if (!imports_receives(s))
		return;
	if (x != NULL)
		slot_free(x);
	msg_import_match(&s->out);
}

void
imports_delete_match(struct world *w, int64_t id)
{
	store_import_drop(w->store, id);
	w->imports->purge_due = true;
}

void
imports_on_event(struct world *w, const struct world_event *e)
{
	if (e->kind == EVENT_session_leaving) {
		struct slot *x = slot_of_session(w->imports, e->session_leaving.session->id);

		if (x != NULL && x->state != SLOT_READING)
			slot_free(x);
	} else if (e->kind == EVENT_match_seated) {
		interrupt(w, match_session(w, e->match, SEAT_0));
		interrupt(w, match_session(w, e->match, SEAT_1));
	} else if (e->kind == EVENT_user_erased) {
		w->imports->purge_due = true;
	}
}

static bool
has_to_read(const struct world *w)
{
	return w->imports->reading_slot == NULL && first_waiting(w->imports) != NULL;
}

static bool
has_to_purge(const struct world *w)
{
	return w->imports->purge_due && !store_was_refusing(w->store);
}

void
imports_run_timers(struct world *w)
{
	struct imports *im = w->imports;

	if (has_to_read(w) && w->mono_ms >= im->next_read_ms)
		read_next_match(w);
	if (has_to_purge(w) && w->mono_ms >= im->next_deleted_purge_ms &&
	    !store_refusing(w->store)) {
		im->purge_due = store_import_purge_dropped(w->store);
		im->next_deleted_purge_ms = w->mono_ms + PURGE_PAUSE_MS;
	}
}

int64_t
imports_next_timer(const struct world *w)
{
	const struct imports *im = w->imports;
	const int64_t read_ms = has_to_read(w) ? im->next_read_ms : INT64_MAX;
	const int64_t purge_ms = has_to_purge(w) ? im->next_deleted_purge_ms : INT64_MAX;
	const int64_t at = read_ms < purge_ms ? read_ms : purge_ms;

	return at < INT64_MAX ? at : -1;
}
