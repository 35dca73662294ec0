/* SPDX-License-Identifier: MIT */
/* Operators' command unrate: undoes the rating changes of a match. */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <string.h>

#include "login/lifecycle.h"
#include "match/match.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "people/people.h"
#include "proto/words.h"

/* Notifies a player by a message, which is stored if they are offline. */
static void
tell_unrated(struct ctx *c, const struct match_record *r, const struct rating_record *undone,
    const char *why)
{
	unsigned seat = r->user[1] == undone->user;
	struct session *to = session_by_name(c->w, r->name[seat]);
	int64_t now_s = world_now_s(c->w);
	char text[KICK_REASON_MAX + 256];
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	SBUF_INIT(&b, text);
	if (to != NULL)
		out.catalogue = to->out.catalogue;
	msg_unrate_told(&out, r->name[1 - seat], undone->before - undone->after, why);
	store_message_add(c->w->store, undone->user, c->p->user, now_s, text, to != NULL);
	if (to != NULL)
		session_print_message(to, c->p->name, now_s, text);
}

static void
unrate_match(struct ctx *c, const struct match_record *r, const char *why)
{
	struct rating_record undone[2];
	unsigned n = match_unrate(c->w, r->id, undone);
	char detail[48];
	struct sbuf b;

	if (n == 0)
		msg_unrate_unrated(c->out);
	for (unsigned i = 0; i < n; i++) {
		const char *name = r->name[r->user[1] == undone[i].user];
		double change = undone[i].before - undone[i].after;

		SBUF_INIT(&b, detail);
		sbuf_addf(&b, "match %" PRId64 " %+.2f", r->id, change);
		moderation_log(c->w, c->p->name, "unrate", name, detail, why);
		msg_unrate_row(c->out, (long long)r->id, name, change);
		tell_unrated(c, r, &undone[i], why);
	}
}

void
cmd_unrate(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct match_record r;
	long id;

	if (word == NULL || rest[0] == '\0')
		msg_unrate_usage(c->out);
	else if (strlen(rest) > KICK_REASON_MAX)
		msg_why_long(c->out, KICK_REASON_MAX);
	else if (!word_number(word, &id) || !store_match_by_id(c->w->store, id, &r) ||
		 r.owner != 0)
		msg_unrate_none(c->out, word);
	else if (r.user[0] == c->p->user || r.user[1] == c->p->user)
		msg_unrate_own(c->out);
	else if (store_match_was_unrated(c->w->store, id))
		msg_unrate_already(c->out);
	else
		unrate_match(c, &r, rest);
}
