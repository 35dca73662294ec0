/* SPDX-License-Identifier: MIT */
/* See json_lines.h.  Linear in the text; a session holds at most 2 * JSON_TEXT_MAX bytes. */
#include "output/json_lines.h"

#include <stdlib.h>
#include <string.h>

#include "output/json_log.h"
#include "output/output.h"
#include "output/pager.h"
#include "output/screen.h"

static const char *const REASON_WORDS[] = {
#define JSON_REASON(word) [JSON_##word] = #word,
#define JSON_TEXT_REASON(msg, word)
#include "output/json_reasons.def"
#undef JSON_REASON
#undef JSON_TEXT_REASON
};

/* The reason that json_reasons.def gives for each text, plus 1; 0: it gives none. */
static const uint8_t REASON_OF_TEXT[MSG_COUNT] = {
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
	s->is_program = true;
	s->news.wants_additions = true;
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
json_take_follower_place(struct session *s, unsigned place)
{
	s->screen.json->spectates = place < SPECTATORS_MAX;
	s->screen.json->bit = UINT64_C(1) << place;
	s->world->followers[place] = s->id;
}

struct session *
json_follower_at(const struct world *w, unsigned place)
{
	struct session *s = session_get(w, w->followers[place]);

	return s != NULL && !s->disconnected ? s : NULL;
}

/* ---- text ---- */

static void
clear_text_buffer(struct json_text_buffer *b)
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
		json_fields(j, json_text_field("text", text));
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
write_text_event(struct session *s, struct json_text_buffer *b, size_t n)
{
	struct json_text_buffer taken = *b;
	bool answers = b == &s->screen.json->answer;
	struct json j;
	bool before;

	if (n == 0)
		return;
	/* json_event_begin calls write_notice, which must find the buffer empty */
	*b = (struct json_text_buffer){ 0 };
	before = output_bypass_sync(s->world, taken.bypasses_sync);
	j = json_event_begin(s, "text");
	if (answers)
		json_fields(
		    &j, json_int_or_null("re", s->screen.json->id >= 0, s->screen.json->id));
	add_lines(&j, taken.text, n, answers && s->screen.json->text_is_file);
	json_line_end(s, &j);
	(void)output_bypass_sync(s->world, before);
	taken.len -= n;
	memmove(taken.text, taken.text + n, taken.len);
	*b = taken;
	if (b->len == 0)
		clear_text_buffer(b);
}

static void
write_notice(struct session *s)
{
	write_text_event(s, &s->screen.json->notice, s->screen.json->notice.len);
}

/* Returns how much of a full buffer to write: its whole lines or, if a single line fills it,
 * all but the last character, which may be incomplete. */
static size_t
complete_lines_len(const struct json_text_buffer *b)
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
collect_text(struct session *s, struct json_text_buffer *b, const char *text, size_t n)
{
	session_mark_output(s); /* the prompt at the end of the turn writes the text */
	b->bypasses_sync = (b->len == 0 || b->bypasses_sync) && s->world->bypass_sync;
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
			write_text_event(s, b, complete_lines_len(b));
	}
}

static enum json_reason
reason_of_text(enum msg_id row)
{
	if (REASON_OF_TEXT[row] != 0)
		return (enum json_reason)(REASON_OF_TEXT[row] - 1);
	for (size_t t = 0; t < TOGGLE_COUNT; t++)
		if (row == TOGGLES[t].yes || row == TOGGLES[t].no)
			return JSON_OK;
	return strncmp(msg_english_format(row), "** ", 3) == 0 ? JSON_denied : JSON_OK;
}

/* Returns whether the text of the command being answered can be a refusal.  Notices after a
 * log-in cannot. */
static bool
may_be_refusal(const struct session *s)
{
	const struct json_lines *l = s->screen.json;

	return !l->all_text_answers &&
	       (l->wanted_state == ST_NAME || s->state != l->wanted_state);
}

/* Records that the answer has text or a reason, and whether that may be sent before a sync. */
static void
mark_answer_content(struct session *s, bool apart)
{
	struct json_lines *l = s->screen.json;

	l->answer_bypasses_sync = (!l->answer_has_content || l->answer_bypasses_sync) && apart;
	l->answer_has_content = true;
}

/* Returns whether a refusal depends only on the line or on the state of the server, and so
 * shows no change made by a turn. */
static bool
shows_no_change(enum json_reason reason)
{
	return reason == JSON_syntax || reason == JSON_unknown || reason == JSON_busy;
}

void
json_collect_text(struct session *s, const char *text, size_t n)
{
	struct json_lines *l = s->screen.json;
	/* while the answer waits in the pager, other text is not part of it */
	bool answers = l->answer_due && !s->news.being_written &&
		       (s->screen.answering || !pager_blocks_input(s));
	enum msg_id row = s->out.row;
	enum json_reason reason = reason_of_text(row);
	char sentence[sizeof(l->say)];
	struct sbuf b;

	s->out.row = MSG_newline;
	if (s->world->json_drops_text && !s->news.being_written)
		return;
	if (answers)
		mark_answer_content(s, s->world->bypass_sync);
	if (!answers || l->wanted_state == ST_NAME || s->state == ST_ONLINE)
		collect_text(s, answers ? &l->answer : &l->notice, text, n);
	if (!answers || !may_be_refusal(s))
		return;
	if (REASON_OF_TEXT[row] == 1 + JSON_OK)
		l->reason = JSON_OK; /* the earlier texts were only warnings */
	if (reason == JSON_OK)
		return;
	SBUF_INIT(&b, sentence);
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
write_line_start(struct session *s)
{
	struct json j;

	json_begin(&j, &s->screen.json->wire);
	json_open(&j, '{');
	return j;
}

struct json
json_event_begin(struct session *to, const char *name)
{
	struct json_lines *l = to->screen.json;
	struct json j;

	write_notice(to);
	l->last_event_no += l->last_event_no + 1 == l->skipped_event_no ? 2 : 1;
	json_log_event_begin(to, name, l->last_event_no);
	j = write_line_start(to);
	json_fields(
	    &j, json_text_field("e", name), json_int_field("s", (int64_t)l->last_event_no));
	return j;
}

void
json_line_end(struct session *to, struct json *j)
{
	json_close(j, '}');
	write_wire(to, "\r\n", 2);
	json_log_event_end(to);
}

void
json_send_fields(struct session *to, const char *name, const struct json_field *fields)
{
	struct json j = json_event_begin(to, name);

	json_add_fields(&j, fields);
	json_line_end(to, &j);
}

void
json_event_members(struct session *to, const char *name, const char *members)
{
	struct json j = json_event_begin(to, name);

	write_wire(to, ",", 1);
	write_wire(to, members, strlen(members));
	json_line_end(to, &j);
}

/* ---- answers ---- */

void
json_answer_begin(struct session *s, int64_t id)
{
	struct json_lines *l = s->screen.json;

	clear_text_buffer(&l->answer);
	l->id = id;
	l->answer_due = true;
	l->wanted_state = ST_NAME;
	l->wants_token = l->all_text_answers = l->answer_has_content = l->answer_bypasses_sync =
	    l->text_is_file = false;
	l->reason = JSON_OK;
}

void
json_refuse(struct session *s, enum json_reason reason, const char *sentence)
{
	struct json_lines *l = s->screen.json;

	mark_answer_content(s, s->world->bypass_sync || shows_no_change(reason));
	if (l->reason != JSON_OK)
		return;
	session_mark_output(s);
	l->reason = reason;
	(void)sbuf_copy(l->say, sizeof(l->say), sentence);
}

static struct json
write_answer_start(struct session *s)
{
	struct json j;

	write_notice(s);
	s->screen.json->answer_due = false;
	j = write_line_start(s);
	json_fields(&j, json_int_or_null("re", s->screen.json->id >= 0, s->screen.json->id));
	return j;
}

struct json
json_success_begin(struct session *s)
{
	struct json j;

	write_text_event(s, &s->screen.json->answer, s->screen.json->answer.len);
	j = write_answer_start(s);
	json_fields(&j, json_bool_field("ok", true));
	return j;
}

static void
write_answer(struct session *s)
{
	struct json_lines *l = s->screen.json;
	const bool before = output_bypass_sync(s->world, l->answer_bypasses_sync);
	struct json j;

	if (l->wanted_state != ST_NAME && s->state != l->wanted_state)
		json_refuse(s, JSON_denied, "Wrong name, password or token.");
	j = write_answer_start(s);
	if (l->reason == JSON_OK)
		json_fields(&j, json_bool_field("ok", true));
	else
		json_fields(&j, json_text_field("err", REASON_WORDS[l->reason]),
		    json_text_field("say", l->say));
	if (l->answer.len > 0 && l->reason == JSON_OK)
		add_lines(&j, l->answer.text, l->answer.len, l->text_is_file);
	json_line_end(s, &j);
	(void)output_bypass_sync(s->world, before);
	clear_text_buffer(&l->answer);
	l->reason = JSON_OK;
}

static bool
command_is_complete(const struct session *s)
{
	return !s->screen.json->answer_held && s->state != ST_VERIFY &&
	       s->state != ST_REGISTER && (s->form == NULL || !s->form->worker_busy) &&
	       !pager_blocks_input(s);
}

void
json_flush_text(struct session *s)
{
	if (s->screen.json->answer_due && command_is_complete(s))
		write_answer(s);
	write_notice(s);
}

void
json_bye(struct session *s, const char *why)
{
	if (s->screen.json->answer_due)
		write_answer(s);
	json_send(s, "bye", json_text_field("why", why));
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

	json_send(to, "chat", json_text_field("kind", kinds[no]), json_text_field("from", from),
	    json_text_field("text", text),
	    m != 0 ? json_int_field("m", m) : (struct json_field){ 0 });
}

/* Returns the name of a user whom a row mentions; NULL if there is none or `to` may not know.
 */
static const char *
shown_name(const struct session *to, const struct session *other)
{
	bool shown = other != NULL && (!to->screen.json->spectates ||
					  player_has_toggle(other->player, TOGGLE_public));

	return shown ? other->player->name : NULL;
}

void
json_add_user(
    struct json *j, const struct world *w, const struct session *to, const struct session *s)
{
	const char *plays = shown_name(to, session_opponent(w, s));
	struct who_row r;

	session_who_row(w, NULL, s, &r);
	json_fields(j, json_text_field("name", r.name), json_text_field("plays", plays),
	    json_int_or_null("m", plays != NULL, s->player->playing_match),
	    json_text_field("watches", shown_name(to, session_watched(w, s))),
	    json_bool_field("ready", r.ready), json_bool_field("away", r.away),
	    json_bool_field("bot", player_counts_as_bot(s->player)),
	    json_int_field("experience", r.experience), json_int_field("idle", r.idle_s),
	    json_int_field("since", r.login_s * 1000), json_text_field("client", r.client));
	json_key(j, "rating");
	json_add_real(j, r.rating, 2);
}

void
json_who(const struct world *w, struct session *to, const struct session *about)
{
	struct json j = json_event_begin(to, "who");

	json_add_user(&j, w, to, about);
	json_line_end(to, &j);
}

void
json_left(struct session *to, const char *name, const char *why)
{
	json_send(to, "left", json_text_field("name", name), json_text_field("why", why));
}

void
json_publish_who(const struct world *w, const struct session *about)
{
	for (unsigned i = 0;
	     i < SPECTATORS_MAX && player_has_toggle(about->player, TOGGLE_public); i++)
		if (json_follower_at(w, i) != NULL)
			json_who(w, json_follower_at(w, i), about);
}

void
json_publish_left(const struct world *w, const struct session *about, const char *why)
{
	for (unsigned i = 0; i < SPECTATORS_MAX; i++)
		if (json_follower_at(w, i) != NULL)
			json_left(json_follower_at(w, i), about->player->name, why);
}
