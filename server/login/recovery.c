/* SPDX-License-Identifier: MIT */
/* See recovery.h.  A code has 100 random bits, so a fast hash protects it as well as a slow
 * one. */
#include "login/recovery.h"

#include <ctype.h>
#include <string.h>

#include <sodium.h>

#include "login/lifecycle.h"
#include "proto/words.h"

#define CODE_GROUPS 4u
#define GROUP_LETTERS 5u /* characters in a group */

/* The letters of a code, without characters that are easily confused. */
static const char CODE_LETTERS[] = "abcdefghijkmnpqrstuvwxyz23456789";

_Static_assert(sizeof(CODE_LETTERS) == 33, "a letter has five bits");
_Static_assert(CODE_GROUPS *(GROUP_LETTERS + 1) == RECOVERY_TEXT_MAX, "a text has room");
_Static_assert(
    RECOVERY_HASH_BYTES == crypto_hash_sha256_BYTES, "the store keeps the whole hash");

void
recovery_random_text(struct world *w, char text_out[RECOVERY_TEXT_MAX])
{
	uint8_t bytes[RECOVERY_TEXT_MAX];

	w->random.bytes(w->random.ctx, bytes, sizeof(bytes));
	for (unsigned i = 0; i < RECOVERY_TEXT_MAX; i++)
		text_out[i] = i % (GROUP_LETTERS + 1) == GROUP_LETTERS
				  ? '-'
				  : CODE_LETTERS[bytes[i] % 32];
	text_out[RECOVERY_TEXT_MAX - 1] = '\0';
	sodium_memzero(bytes, sizeof(bytes));
}

void
recovery_hash(const char *text, uint8_t hash_out[RECOVERY_HASH_BYTES])
{
	char plain[RECOVERY_TEXT_MAX] = "";
	size_t n = 0;

	for (; *text != '\0'; text++)
		if (strchr("- \t", *text) == NULL && n++ < sizeof(plain) - 1)
			plain[n - 1] = (char)tolower((unsigned char)*text);
	/* a longer text is not a code; if it were truncated, it might become a valid code */
	(void)crypto_hash_sha256(
	    hash_out, (const unsigned char *)plain, n > sizeof(plain) - 1 ? 0 : n);
	sodium_memzero(plain, sizeof(plain));
}

void
recovery_give_code(struct world *w, struct session *s, int64_t user, const char *name)
{
	uint8_t hash[RECOVERY_HASH_BYTES];
	char text[RECOVERY_TEXT_MAX];

	recovery_random_text(w, text);
	recovery_hash(text, hash);
	store_recovery_code_set(w->store, user, hash, world_now_s(w));
	msg_recovery_code(&s->out, text, name);
	sodium_memzero(text, sizeof(text));
}

void
recovery_give_delayed_code(struct world *w, struct session *s)
{
	int64_t user = s->player->user;
	uint8_t hash[RECOVERY_HASH_BYTES];
	char text[RECOVERY_TEXT_MAX], when[64];

	recovery_activate_due(w, user);
	recovery_random_text(w, text);
	recovery_hash(text, hash);
	store_recovery_code_set_pending(w->store, user, hash, wallclock_new_stamp_ms(w));
	store_recovery_note(w->store, user, false, wallclock_new_stamp_ms(w) / 1000);
	w->config.zone_format_time(s->player->timezone, recovery_code_valid_from_s(w, user),
	    msg_text(&s->out, MSG_strftime_day), when, sizeof(when));
	msg_recovery_code_later(&s->out, text, when, s->player->name);
	sodium_memzero(text, sizeof(text));
}

int64_t
recovery_code_valid_from_s(struct world *w, int64_t user)
{
	int64_t made_ms = store_recovery_pending(w->store, user);

	return made_ms != 0 ? wallclock_correct_stamp_ms(w, made_ms) / 1000 + RECOVERY_DELAY_S
			    : 0;
}

void
recovery_activate_due(struct world *w, int64_t user)
{
	int64_t at_s = recovery_code_valid_from_s(w, user);

	if (at_s != 0 && at_s <= world_now_s(w) && wallclock_trusted_or_week(w))
		store_recovery_code_promote(w->store, user);
}

void
recovery_void_pending(struct world *w, int64_t user)
{
	recovery_activate_due(w, user);
	store_recovery_pending_end(w->store, user);
}

/* ---- on the screen ---- */

void
recovery_begin_reading(struct session *s)
{
	s->form->question = ASK_CODE_READ;
	s->form->code_shown_ms = s->world->mono_ms;
}

bool
recovery_is_shown(const struct session *s)
{
	return s->form != NULL && s->form->question == ASK_CODE_READ;
}

void
recovery_clear_screen(struct session *s)
{
	if (s->screen.window_columns != 0)
		msg_clear_screen(&s->out);
}

void
recovery_end_reading(struct world *w, struct session *s)
{
	session_form_free(s);
	recovery_clear_screen(s);
	event_publish(w, &(struct world_event){ .kind = EVENT_code_read, .session = s });
}

bool
recovery_allows_match(const struct world *w, struct session *const player[2])
{
	for (unsigned i = 0; i < 2; i++)
		if (recovery_is_shown(player[i]) &&
		    w->mono_ms - player[i]->form->code_shown_ms < RECOVERY_READ_MS)
			return false;
	return true;
}

void
recovery_clear_for_match(struct world *w, struct session *s)
{
	char command[PASSWORD_MAX + 1];
	char *rest = command;
	const char *word;

	if (!recovery_is_shown(s))
		return;
	(void)sbuf_copy(command, sizeof(command), s->form->old);
	word = word_next(&rest); /* the arguments may contain a password */
	recovery_end_reading(w, s);
	msg_recovery_gone(&s->out);
	if (word != NULL)
		msg_recovery_dropped(&s->out, word);
	sodium_memzero(command, sizeof(command));
}
