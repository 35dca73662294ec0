/* SPDX-License-Identifier: MIT */
/* See json_lines.h.  Linear in the text; a session holds at most 2 * JSON_TEXT_MAX bytes. */
#include "output/json_lines.h"

#include <stdlib.h>
#include <string.h>

#include "output/json_log.h"
#include "output/output.h"
#include "output/pager.h"
#include "output/screen.h"

static const char *const REASONS[] = {
#define JSON_REASON(word) [JSON_##word] = #word,
#define JSON_TEXT_REASON(msg, word)
#include "output/json_reasons.def"
#undef JSON_REASON
#undef JSON_TEXT_REASON
};

/* The reason that json_reasons.def gives for each text, plus 1; 0: it gives none. */
static const uint8_t TEXT_REASONS[MSG_COUNT] = {
#define JSON_REASON(word)
#define JSON_TEXT_REASON(msg, word) [MSG_##msg] = 1 + JSON_##word,
#include "output/json_reasons.def"
#undef JSON_REASON
#undef JSON_TEXT_REASON
};

static void
write_wire(void *ctx, const char *text, size_t n)
{
	json_log_add(ctx, text, n);
	session_write_wire(ctx, text, n);
}

bool
json_lines_new(struct session *s)
{
	s->screen.json = calloc(1, sizeof(*s->screen.json));
	if (s->screen.json == NULL)
		return false;
	s->screen.json->wire = (struct out){ .write = write_wire, .ctx = s };
	s->screen.json->reason = JSON_OK;
	s->mode = MODE_JSON;
	s->program = true;
	s->news.additions = true;
	return true;
}

void
json_lines_free(struct session *s)
{
	if (s->screen.json == NULL)
		return;
	free(s->screen.json->answer.text);
	free(s->screen.json->notice.text);
	free(s->screen.json->log);
	free(s->screen.json);
	s->screen.json = NULL;
}

void
json_follows(struct session *s, unsigned place)
{
	s->screen.json->spectates = place < SPECTATORS_MAX;
	s->screen.json->bit = UINT64_C(1) << place;
	s->world->follower[place] = s->id;
}

struct session *
json_follower(const struct world *w, unsigned place)
{
	struct session *s = session_get(w, w->follower[place]);

	return s != NULL && !s->gone ? s : NULL;
}

/* ---- text ---- */

static void
drop_text(struct json_text_buffer *b)
{
	free(b->text);
	*b = (struct json_text_buffer){ 0 };
}

/* Adds the lines of a text as an array, or the text of a file as one string.  text[n] must be
 * writable. */
static void
add_lines(struct json *j, char *text, size_t n, bool file)
{
	char next = text[n];

	if (file) {
		text[n] = '\0';
		json_fields(j, json_text("text", text));
		text[n] = next;
		return;
	}
	json_open_key(j, "text", '[');
	for (char *line = text, *end; line < text + n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(text + n - line));
		if (end == NULL)
			end = text + n;
		next = *end;
		*end = '\0';
		json_add_text(j, line);
		*end = next;
	}
	json_close(j, ']');
}

/* Writes the first n bytes of a buffer as an event and keeps the rest. */
static void
write_text(struct session *s, struct json_text_buffer *b, size_t n)
{
	struct json_text_buffer taken = *b;
	bool answers = b == &s->screen.json->answer;
	struct json j;
	bool before;

	if (n == 0)
		return;
	/* json_event calls write_notice, which must find the buffer empty */
	*b = (struct json_text_buffer){ 0 };
	before = output_bypass_sync(s->world, taken.apart);
	j = json_event(s, "text");
	if (answers)
		json_fields(&j, json_maybe("re", s->screen.json->id >= 0, s->screen.json->id));
	add_lines(&j, taken.text, n, answers && s->screen.json->file);
	json_line_end(s, &j);
	(void)output_bypass_sync(s->world, before);
	taken.len -= n;
	memmove(taken.text, taken.text + n, taken.len);
	*b = taken;
	if (b->len == 0)
		drop_text(b);
}

static void
write_notice(struct session *s)
{
	write_text(s, &s->screen.json->notice, s->screen.json->notice.len);
}

/* Returns how much of a full buffer to write: its whole lines or, if a single line fills it,
 * all but the last character, which may be incomplete. */
static size_t
whole_part(const struct json_text_buffer *b)
{
	size_t n = b->len;

	while (n > 0 && b->text[n - 1] != '\n')
		n--;
	if (n > 0)
		return n;
	n = b->len - 1;
	while (n > 0 && ((unsigned char)b->text[n] & 0xc0u) == 0x80)
		n--;
	return n > 0 ? n : b->len;
}

/* Adds text to a buffer.  When the buffer is full, its lines are written as an event.  If
 * memory runs out, the text is dropped. */
static void
keep_text(struct session *s, struct json_text_buffer *b, const char *text, size_t n)
{
	session_mark_wrote(s); /* the prompt at the end of the turn writes the text */
	b->apart = (b->len == 0 || b->apart) && s->world->bypass_sync;
	while (n > 0) {
		size_t part = JSON_TEXT_MAX - 1 - b->len;

		if (b->text == NULL && (b->text = malloc(JSON_TEXT_MAX)) == NULL)
			return;
		part = n < part ? n : part;
		memcpy(b->text + b->len, text, part);
		b->len += part;
		text += part;
		n -= part;
		if (n > 0)
			write_text(s, b, whole_part(b));
	}
}

static enum json_reason
reason_of(enum msg_id row)
{
	if (TEXT_REASONS[row] != 0)
		return (enum json_reason)(TEXT_REASONS[row] - 1);
	for (size_t t = 0; t < TOGGLE_COUNT; t++)
		if (row == TOGGLES[t].yes || row == TOGGLES[t].no)
			return JSON_OK;
	return strncmp(msg_format(row), "** ", 3) == 0 ? JSON_denied : JSON_OK;
}

/* Returns whether the text of the command being answered can be a refusal.  Notices after a
 * log-in cannot. */
static bool
is_judged(const struct session *s)
{
	const struct json_lines *l = s->screen.json;

	return !l->all_text && (l->wants == ST_NAME || s->state != l->wants);
}

/* Records that the answer has text or a reason, and whether that may be sent before a sync. */
static void
add_to_answer(struct session *s, bool apart)
{
	struct json_lines *l = s->screen.json;

	l->apart = (!l->told || l->apart) && apart;
	l->told = true;
}

/* Returns whether a refusal depends only on the line or on the state of the server, and so
 * shows no change made by a turn. */
static bool
shows_no_change(enum json_reason reason)
{
	return reason == JSON_syntax || reason == JSON_unknown || reason == JSON_busy;
}

void
json_take_text(struct session *s, const char *text, size_t n)
{
	struct json_lines *l = s->screen.json;
	/* while the answer waits in the pager, other text is not part of it */
	bool answers =
	    l->answering && !s->news.feeding && (s->screen.answering || !pager_blocks(s));
	enum msg_id row = s->out.row;
	enum json_reason reason = reason_of(row);
	char sentence[sizeof(l->say)];
	struct sbuf b;

	s->out.row = MSG_newline;
	if (s->world->json_quiet && !s->news.feeding)
		return;
	if (answers)
		add_to_answer(s, s->world->bypass_sync);
	if (!answers || l->wants == ST_NAME || s->state == ST_ONLINE)
		keep_text(s, answers ? &l->answer : &l->notice, text, n);
	if (!answers || !is_judged(s))
		return;
	if (TEXT_REASONS[row] == 1 + JSON_OK)
		l->reason = JSON_OK; /* the earlier texts were only warnings */
	if (reason == JSON_OK)
		return;
	SBUF_ON(&b, sentence);
	if (n > 3 && memcmp(text, "** ", 3) == 0) {
		text += 3;
		n -= 3;
	}
	sbuf_addn(&b, text, n);
	sentence[strcspn(sentence, "\n")] = '\0';
	json_refuse(s, reason, sentence);
}

/* ---- events ---- */

static struct json
line_begin(struct session *s)
{
	struct json j;

	json_begin(&j, &s->screen.json->wire);
	json_open(&j, '{');
	return j;
}

struct json
json_event(struct session *to, const char *name)
{
	struct json_lines *l = to->screen.json;
	struct json j;

	write_notice(to);
	l->sent += l->sent + 1 == l->left_out ? 2 : 1;
	json_log_begin(to, name, l->sent);
	j = line_begin(to);
	json_fields(&j, json_text("e", name), json_int("s", (int64_t)l->sent));
	return j;
}

void
json_line_end(struct session *to, struct json *j)
{
	json_close(j, '}');
	write_wire(to, "\r\n", 2);
	json_log_end(to);
}

void
json_send_fields(struct session *to, const char *name, const struct json_field *fields)
{
	struct json j = json_event(to, name);

	json_add_fields(&j, fields);
	json_line_end(to, &j);
}

void
json_event_members(struct session *to, const char *name, const char *members)
{
	struct json j = json_event(to, name);

	write_wire(to, ",", 1);
	write_wire(to, members, strlen(members));
	json_line_end(to, &j);
}

/* ---- answers ---- */

void
json_answer_begin(struct session *s, int64_t id)
{
	struct json_lines *l = s->screen.json;

	drop_text(&l->answer);
	l->id = id;
	l->answering = true;
	l->wants = ST_NAME;
	l->keep = l->all_text = l->told = l->apart = l->file = false;
	l->reason = JSON_OK;
}

void
json_refuse(struct session *s, enum json_reason reason, const char *sentence)
{
	struct json_lines *l = s->screen.json;

	add_to_answer(s, s->world->bypass_sync || shows_no_change(reason));
	if (l->reason != JSON_OK)
		return;
	session_mark_wrote(s);
	l->reason = reason;
	(void)sbuf_copy(l->say, sizeof(l->say), sentence);
}

static struct json
answer_begin(struct session *s)
{
	struct json j;

	write_notice(s);
	s->screen.json->answering = false;
	j = line_begin(s);
	json_fields(&j, json_maybe("re", s->screen.json->id >= 0, s->screen.json->id));
	return j;
}

struct json
json_answer(struct session *s)
{
	struct json j;

	write_text(s, &s->screen.json->answer, s->screen.json->answer.len);
	j = answer_begin(s);
	json_fields(&j, json_bool("ok", true));
	return j;
}

static void
write_answer(struct session *s)
{
	struct json_lines *l = s->screen.json;
	const bool before = output_bypass_sync(s->world, l->apart);
	struct json j;

	if (l->wants != ST_NAME && s->state != l->wants)
		json_refuse(s, JSON_denied, "Wrong name, password or token.");
	j = answer_begin(s);
	if (l->reason == JSON_OK)
		json_fields(&j, json_bool("ok", true));
	else
		json_fields(&j, json_text("err", REASONS[l->reason]), json_text("say", l->say));
	if (l->answer.len > 0 && l->reason == JSON_OK)
		add_lines(&j, l->answer.text, l->answer.len, l->file);
	json_line_end(s, &j);
	(void)output_bypass_sync(s->world, before);
	drop_text(&l->answer);
	l->reason = JSON_OK;
}

static bool
is_complete(const struct session *s)
{
	return !s->screen.json->held && s->state != ST_VERIFY && s->state != ST_REGISTER &&
	       (s->form == NULL || !s->form->changing) && !pager_blocks(s);
}

void
json_flush_text(struct session *s)
{
	if (s->screen.json->answering && is_complete(s))
		write_answer(s);
	write_notice(s);
}

void
json_bye(struct session *s, const char *why)
{
	if (s->screen.json->answering)
		write_answer(s);
	json_send(s, "bye", json_text("why", why));
}

/* ---- talk and users ---- */

void
json_chat(struct session *to, enum clip_no no, const char *from, const char *text, int64_t m)
{
	static const char *const kinds[] = {
		[CLIP_SAYS] = "tell",
		[CLIP_SHOUTS] = "shout",
		[CLIP_WHISPERS] = "whisper",
		[CLIP_KIBITZES] = "kibitz",
		[CLIP_ALERT] = "alert",
		[CLIP_MESSAGE] = "message",
	};

	json_send(to, "chat", json_text("kind", kinds[no]), json_text("from", from),
	    json_text("text", text), m != 0 ? json_int("m", m) : (struct json_field){ 0 });
}

/* Returns the name of a user whom a row mentions; NULL if there is none or `to` may not know.
 */
static const char *
shown_name(const struct session *to, const struct session *other)
{
	bool shown = other != NULL &&
		     (!to->screen.json->spectates || player_has(other->player, TOGGLE_public));

	return shown ? other->player->name : NULL;
}

void
json_add_user(
    struct json *j, const struct world *w, const struct session *to, const struct session *s)
{
	const char *plays = shown_name(to, session_opponent(w, s));
	struct who_row r;

	session_row(w, NULL, s, &r);
	json_fields(j, json_text("name", r.name), json_text("plays", plays),
	    json_maybe("m", plays != NULL, s->player->plays),
	    json_text("watches", shown_name(to, session_watched(w, s))),
	    json_bool("ready", r.ready), json_bool("away", r.away),
	    json_bool("bot", player_counts_as_bot(s->player)),
	    json_int("experience", r.experience), json_int("idle", r.idle_s),
	    json_int("since", r.login_s * 1000), json_text("client", r.client));
	json_key(j, "rating");
	json_add_real(j, r.rating, 2);
}

void
json_who(const struct world *w, struct session *to, const struct session *about)
{
	struct json j = json_event(to, "who");

	json_add_user(&j, w, to, about);
	json_line_end(to, &j);
}

void
json_left(struct session *to, const char *name, const char *why)
{
	json_send(to, "left", json_text("name", name), json_text("why", why));
}

void
json_public_who(const struct world *w, const struct session *about)
{
	for (unsigned i = 0; i < SPECTATORS_MAX && player_has(about->player, TOGGLE_public);
	     i++)
		if (json_follower(w, i) != NULL)
			json_who(w, json_follower(w, i), about);
}

void
json_public_left(const struct world *w, const struct session *about, const char *why)
{
	for (unsigned i = 0; i < SPECTATORS_MAX; i++)
		if (json_follower(w, i) != NULL)
			json_left(json_follower(w, i), about->player->name, why);
}
