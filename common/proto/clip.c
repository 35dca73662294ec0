/* SPDX-License-Identifier: MIT */
/* Writes the numbered lines of clip.h.  Their formats are frozen, because client programs parse
 * every field. */
#include "proto/clip.h"

#include <inttypes.h>

#include "rules/match.h"

static const char *
or_dash(const char *text)
{
	return text[0] != '\0' ? text : "-";
}

static unsigned
bit(bool b)
{
	return b ? 1u : 0u;
}

void
clip_welcome(struct out *out, const char *name, int64_t last_login_s, const char *host)
{
	out_addf(out, "1 %s %" PRId64 " %s\n", name, last_login_s, or_dash(host));
}

void
clip_own_info(struct out *out, const struct own_info *i)
{
	char redoubles[16];
	struct sbuf b;

	SBUF_INIT(&b, redoubles);
	if (i->redoubles == REDOUBLES_UNLIMITED)
		sbuf_add(&b, "unlimited");
	else
		sbuf_addf(&b, "%u", i->redoubles);
	out_addf(out, "2 %s %u %u %u %u %u %u %u %u %u %u %u %u %u %.2f %u %u %s %u %u %s\n",
	    i->name, bit(i->allowpip), bit(i->autoboard), bit(i->autodouble), bit(i->automove),
	    bit(i->away), bit(i->bell), bit(i->crawford), bit(i->dbl), (unsigned)i->experience,
	    bit(i->greedy), bit(i->moreboards), bit(i->moves), bit(i->notify), i->rating,
	    bit(i->ratings), bit(i->ready), redoubles, bit(i->report), bit(i->silent),
	    i->timezone);
}

/* Avoids parsing a format string, because this line is written for every online user at each
 * log-in. */
void
clip_who_line(struct sbuf *b, const struct who_row *r)
{
	const char *const words[] = { r->name, or_dash(r->opponent), or_dash(r->watching) };
	const char *const more[] = { or_dash(r->host), or_dash(r->client), or_dash(r->email) };

	sbuf_addc(b, '5');
	for (unsigned i = 0; i < 3; i++) {
		sbuf_addc(b, ' ');
		sbuf_add(b, words[i]);
	}
	sbuf_add(b, r->ready ? " 1" : " 0");
	sbuf_add(b, r->away ? " 1 " : " 0 ");
	sbuf_add_hundredths(b, r->rating);
	sbuf_addc(b, ' ');
	sbuf_addi(b, (long)r->experience);
	sbuf_addc(b, ' ');
	sbuf_addi(b, (long)r->idle_s);
	sbuf_addc(b, ' ');
	sbuf_addi(b, (long)r->login_s);
	for (unsigned i = 0; i < 3; i++) {
		sbuf_addc(b, ' ');
		sbuf_add(b, more[i]);
	}
}

void
clip_who_info(struct out *out, const struct who_row *r)
{
	char text[WHO_LINE_MAX];
	struct sbuf b;

	SBUF_INIT(&b, text);
	clip_who_line(&b, r);
	sbuf_addc(&b, '\n');
	out_text(out, text);
}

void
clip_number_only(struct out *out, enum clip_no no)
{
	out_addf(out, "%u\n", (unsigned)no);
}

void
clip_talk(struct out *out, enum clip_no no, const char *name, const char *text)
{
	if (name != NULL)
		out_addf(out, "%u %s %s\n", (unsigned)no, name, text);
	else
		out_addf(out, "%u %s\n", (unsigned)no, text);
}

void
clip_message(struct out *out, const char *name, int64_t at_s, const char *text)
{
	out_addf(out, "%u %s %" PRId64 " %s\n", (unsigned)CLIP_MESSAGE, name, at_s, text);
}

void
clip_number_and_name(struct out *out, enum clip_no no, const char *name)
{
	out_addf(out, "%u %s\n", (unsigned)no, name);
}
