/* SPDX-License-Identifier: MIT */
/* Dice that players can verify (rules/RULES.md 5.3): the commands fair and seed.
 *
 * No command in this file shows the seed of a match before the match has ended for good. */
#include "cmd/cmd.h"

#include <string.h>

#include "fair/draw.h"
#include "match/match.h"
#include "people/people.h"
#include "people/state.h"
#include "output/output.h"
#include "tournament/tournament.h"
#include "proto/words.h"

/* ---- fair ---- */

static void
print_hex(
    struct ctx *c, const uint8_t bytes[32], void (*says)(struct out *out, const char *hex))
{
	char hex[FAIR_HEX_ROOM];

	fair_hex(bytes, hex);
	says(c->out, hex);
}

static void
print_commitment(struct ctx *c, const uint8_t seed[FAIR_SEED_BYTES])
{
	uint8_t commitment[32];

	fair_commitment(seed, commitment);
	print_hex(c, commitment, msg_fair_commitment);
}

static void
print_dice_texts(
    struct ctx *c, const char *const name[2], const char text[2][STORE_DICE_TEXT_MAX])
{
	for (unsigned i = 0; i < 2; i++)
		if (text[i][0] != '\0')
			msg_fair_text(c->out, name[i], text[i]);
		else
			msg_fair_no_text(c->out, name[i]);
}

/* Prints the dice of a match that has not begun. */
static void
tell_dice(struct ctx *c, const char *const name[2], const struct dice_record *d)
{
	print_commitment(c, d->seed);
	print_dice_texts(c, name, d->player_text);
}

static void
print_match_dice(struct ctx *c, const struct match_record *r)
{
	msg_fair_match(c->out, (long long)r->id, r->name[0], r->name[1]);
	if (match_imported(r)) {
		msg_fair_imported(c->out);
		return;
	}
	print_commitment(c, r->seed);
	if (!r->dice_committed)
		msg_fair_uncommitted(c->out);
	print_dice_texts(c, (const char *const[]){ r->name[0], r->name[1] }, r->dice_text);
	if (r->ended_ms != 0)
		print_hex(c, r->seed, msg_fair_seed);
	else
		msg_fair_secret(c->out);
}

/* Fills in the dice of the match that `to` would begin by joining s.  There may be both an
 * invitation and a question of `play`: `join` then accepts the invitation only if it has a
 * clock or is to resume a match.  Returns false if `join` would begin no match.  A match that
 * is resumed already has its dice. */
static bool
invitation_dice(const struct ctx *c, const struct session *s, const struct session *to,
    struct dice_record *dice_out)
{
	const bool invited = s->match == 0 && s->invitation.user == to->player->user;

	if (!(invited && (s->invitation.length < 0 || s->invitation.clock != NULL)) &&
	    match_has_question(c->w, s, to))
		return match_question_dice(c->w, s, to, dice_out);
	if (!invited || s->invitation.length < 0)
		return false;
	*dice_out = player_invitation_dice(s->player, to->player);
	return true;
}

/* Prints the dice that invitation_dice finds.  Returns false if there are none. */
static bool
print_invitation_dice(struct ctx *c, const struct session *s, const struct session *to)
{
	const char *name[2] = { s->player->name, to->player->name };
	struct dice_record d;

	if (!invitation_dice(c, s, to, &d))
		return false;
	msg_fair_invited(c->out, name[0], name[1]);
	tell_dice(c, name, &d);
	return true;
}

static bool
print_pairing_dice(struct ctx *c)
{
	struct tourney_dice d;
	unsigned n = 0;

	for (;
	     !store_refusing(c->w->store) && tourneys_match_dice(c->w, c->p->user, n, NULL, &d);
	     n++) {
		msg_fair_pairing(c->out, d.player_name[0], d.player_name[1], d.tournament_name);
		tell_dice(c, d.player_name, &d.dice);
	}
	return n > 0;
}

/* Prints the dice of the user's current match, invitation or pairings, else of their last
 * match. */
static bool
print_own_dice(struct ctx *c)
{
	const struct match *m = session_match(c->w, c->s);
	int64_t row = m != NULL ? m->row : 0;
	struct match_record r;
	struct user_record u;
	const struct session *to = NULL;

	if (m == NULL && c->s->invitation.user != 0 &&
	    store_user_by_id(c->w->store, c->s->invitation.user, &u))
		to = session_by_name(c->w, u.name);
	if (m == NULL &&
	    ((to != NULL && print_invitation_dice(c, c->s, to)) || print_pairing_dice(c)))
		return true;
	if (m == NULL)
		row = c->s->last_match;
	if (row == 0 || !store_match_by_id(c->w->store, row, &r))
		return false;
	print_match_dice(c, &r);
	return true;
}

/* Prints the dice of an invitation between the user and another user. */
static bool
print_dice_with(struct ctx *c, const char *name)
{
	const struct session *other = session_by_name(c->w, name);

	return other != NULL &&
	       (print_invitation_dice(c, other, c->s) || print_invitation_dice(c, c->s, other));
}

void
cmd_fair(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct match_record r;
	bool found;
	long n;

	if (word == NULL) {
		found = print_own_dice(c);
	} else if (word_number(word + (word[0] == '#'), &n)) {
		found =
		    n > 0 && store_match_by_id(c->w->store, n, &r) && match_readable(c->p, &r);
		if (found)
			print_match_dice(c, &r);
	} else {
		found = print_dice_with(c, word);
	}
	if (!found)
		msg_fair_none(c->out);
}

/* ---- seed ---- */

/* Accepts printable ASCII that exports can quote without escapes. */
static bool
is_valid_dice_text(const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++)
		if (text[i] < ' ' || text[i] > '~' || text[i] == '"' || text[i] == '\\')
			return false;
	return n < STORE_DICE_TEXT_MAX;
}

void
cmd_seed(struct ctx *c, char *rest)
{
	struct tourney_dice d;

	if (rest[0] == '\0') {
		msg_seed_usage(c->out);
		return;
	}
	if (!is_valid_dice_text(rest)) {
		msg_seed_bad(c->out, STORE_DICE_TEXT_MAX - 1);
		return;
	}
	if (!cmd_may_talk(c))
		return;
	CHECK(sbuf_copy(c->p->dice.text, sizeof(c->p->dice.text), rest));
	c->p->dice.text_seq = ++c->w->people->dice_seq;
	for (unsigned i = 0; tourneys_match_dice(c->w, c->p->user, i, rest, &d); i++)
		msg_seed_pairing(c->out, d.tournament_name);
	msg_seed_kept(c->out);
}
