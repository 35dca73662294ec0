/* SPDX-License-Identifier: MIT */
/* See resume_token.h.  Uses session.resume and people.next_token_work_ms.
 *
 * A new token costs random bytes, a hash and the writing of one row; a log-in by token adds a
 * lookup.  Only the hash of a token is stored. */
#include "login/resume_token.h"

#include <string.h>

#include <sodium.h>

#include "output/json_lines.h"
#include "people/session.h"
#include "people/state.h"
#include "fair/token.h"

#define TOKENS_PER_SLICE 200
#define SLICE_PAUSE_MS 1000   /* pause between slices while more expired tokens are left */
#define PASS_PAUSE_MS 3600000 /* pause between passes */
#define FIRST_PASS_MS 90000   /* time from the start of the server to the first pass */

_Static_assert(STORE_TOKEN_HASH_BYTES == TOKEN_HASH_BYTES, "the store keeps the whole hash");

static const char *const MODE_NAMES[] = {
	[MODE_TELNET] = "telnet",
	[MODE_TINYMUD] = "tiny",
	[MODE_CLIP] = "clip",
	/* a session without JSON lines that uses this token gets no prompts; a session with
	 * JSON lines keeps its mode with any token */
	[MODE_JSON] = "tiny",
};

/* Draws a token, sends it, and returns its hash. */
static void
send_new_token(
    struct world *w, struct session *s, int64_t until_s, uint8_t hash_out[TOKEN_HASH_BYTES])
{
	uint8_t token[TOKEN_BYTES];
	char text[TOKEN_TEXT_MAX];

	w->random.bytes(w->random.ctx, token, sizeof(token));
	token_text(token, text);
	token_hash(token, hash_out);
	if (session_is_json(s))
		json_send(s, "token", json_text_field("token", text),
		    json_int_field("until", until_s * 1000));
	else
		msg_token(&s->out, text, (long long)until_s);
	sodium_memzero(token, sizeof(token));
	sodium_memzero(text, sizeof(text));
}

void
resume_token_give(struct world *w, struct session *s)
{
	struct token_record t = {
		.user = s->player->user,
		.until_s = world_now_s(w) + TOKEN_LIFE_S,
		.match = s->resume.row,
	};

	s->resume.has_token = true;
	(void)sbuf_copy(t.client_mode, sizeof(t.client_mode), MODE_NAMES[s->mode]);
	send_new_token(w, s, t.until_s, t.hash);
	store_token_set(w->store, &t);
}

void
resume_token_revoke_user(struct world *w, int64_t user)
{
	if (!store_refusing(w->store))
		store_token_revoke(w->store, user);
}

void
resume_token_revoke(struct world *w, struct session *s)
{
	s->resume.has_token = false;
	resume_token_revoke_user(w, s->player->user);
}

bool
resume_token_find(struct world *w, const char *text, struct token_record *t_out)
{
	uint8_t token[TOKEN_BYTES] = { 0 };
	uint8_t hash[TOKEN_HASH_BYTES];
	bool right = token_parse(text, token);

	token_hash(token, hash);
	sodium_memzero(token, sizeof(token));
	return store_token_find(w->store, hash, t_out) && right &&
	       world_now_s(w) < t_out->until_s;
}

void
resume_token_replace(struct world *w, struct session *s, const struct token_record *t)
{
	uint8_t hash[TOKEN_HASH_BYTES];
	int64_t until_s = world_now_s(w) + TOKEN_LIFE_S;

	s->resume.has_token = true;
	s->resume.row = t->match;
	s->resume.back_by_token = true;
	if (store_refusing(w->store))
		return;
	send_new_token(w, s, until_s, hash);
	store_token_use(w->store, t, hash, until_s);
}

void
resume_token_set_match(struct world *w, struct session *s, int64_t match)
{
	if (s->resume.row == match && !s->resume.back_by_token)
		return;
	s->resume.back_by_token = false;
	if (s->resume.row == match)
		return;
	s->resume.row = match;
	if (s->resume.has_token && !store_refusing(w->store))
		store_token_match(w->store, s->player->user, match);
}

/* ---- expiry ---- */

void
resume_token_run_timers(struct world *w)
{
	unsigned n;

	if (w->people->next_token_work_ms == 0)
		w->people->next_token_work_ms = w->mono_ms + FIRST_PASS_MS;
	if (w->mono_ms < w->people->next_token_work_ms || store_refusing(w->store))
		return;
	n = store_tokens_delete_expired(w->store, world_now_s(w), TOKENS_PER_SLICE);
	w->people->next_token_work_ms =
	    w->mono_ms + (n == TOKENS_PER_SLICE ? SLICE_PAUSE_MS : PASS_PAUSE_MS);
}

int64_t
resume_token_next_timer(const struct world *w)
{
	return w->people->next_token_work_ms == 0 || store_was_refusing(w->store)
		   ? -1
		   : w->people->next_token_work_ms;
}
