/* SPDX-License-Identifier: MIT */
/* Operators' command settle: ends a saved match that does not replay. */
#include "cmd/cmd.h"

#include <inttypes.h>
#include <string.h>

#include "login/saved.h"
#include "match/match.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "people/people.h"
#include "proto/words.h"

static void
report_settled(struct ctx *c, const struct match_record *r, const char *word, const char *why)
{
	char detail[32];
	struct sbuf b;

	SBUF_INIT(&b, detail);
	sbuf_addf(&b, "match %" PRId64, r->id);
	moderation_log(c->w, c->p->name, "settle", "", detail, why);
	msg_settle_done(c->out, word, r->name[0], r->name[1]);
	for (unsigned i = 0; i < 2 && !r->bound; i++) {
		struct session *s = session_by_name(c->w, r->name[i]);

		if (s != NULL && session_is_interactive(s))
			saved_tell_damaged(s, r);
	}
}

void
cmd_settle(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct match_record r;
	long id;

	if (word == NULL || rest[0] == '\0') {
		msg_settle_usage(c->out);
		return;
	}
	if (strlen(rest) > KICK_REASON_MAX) {
		msg_why_long(c->out, KICK_REASON_MAX);
		return;
	}
	if (!word_number(word, &id) || !store_match_by_id(c->w->store, id, &r) ||
	    r.owner != 0) {
		msg_unrate_none(c->out, word);
		return;
	}
	switch (match_end_if_corrupt(c->w, &r)) {
	case MATCH_ENDED_AS_CORRUPT:
		report_settled(c, &r, word, rest);
		break;
	case MATCH_WAS_OVER:
		msg_settle_over(c->out, word);
		break;
	case MATCH_IS_SOUND:
		msg_settle_sound(c->out, word);
		break;
	}
}
