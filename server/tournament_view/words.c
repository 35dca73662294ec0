/* SPDX-License-Identifier: MIT */
#include "tournament_view/words.h"

#include <string.h>

#include "base/utf8.h"
#include "tell/columns.h"

const char *
words_phase(const struct out *to, const struct tourney *t)
{
	static const enum msg_id word_messages[] = {
		[TOURNEY_PLANNED] = MSG_tview_planned,
		[TOURNEY_OPEN] = MSG_tview_open,
		[TOURNEY_CLOSED] = MSG_tview_closed,
		[TOURNEY_RUNNING] = MSG_tview_running,
		[TOURNEY_FINISHED] = MSG_tview_finished,
		[TOURNEY_CANCELLED] = MSG_tview_cancelled,
	};

	return msg_text(to, t->phase == TOURNEY_RUNNING && t->paused ? MSG_tview_paused
								     : word_messages[t->phase]);
}

const char *
words_format(const struct out *to, const struct tourney_settings *s)
{
	static const enum msg_id word_messages[] = {
#define FORMAT(name, ...) MSG_tview_format_##name,
#include "tourney/formats.def"
#undef FORMAT
	};

	return msg_text(to, word_messages[s->value[TSET_format]]);
}

const char *
words_section(const struct out *to, const struct tourney *t, enum section s)
{
	static const enum msg_id word_messages[SECTION_COUNT] = {
		[SECTION_MAIN] = MSG_tview_main,
		[SECTION_LOSERS] = MSG_tview_losers,
		[SECTION_FINAL] = MSG_tview_final,
		[SECTION_CONSOLATION] = MSG_tview_consolation,
		[SECTION_LAST_CHANCE] = MSG_tview_last_chance,
		[SECTION_ROUNDS] = MSG_tview_rounds,
		[SECTION_GROUP] = MSG_tview_group_rounds,
		[SECTION_PLAYOFF] = MSG_tview_playoff,
	};

	if (s == SECTION_MAIN && t->stage == STAGE_PLAYOFF)
		s = SECTION_PLAYOFF;
	return msg_text(to, word_messages[s]);
}

/* Returns the word for a pairing's round.  The last round of a knock-out is called final, and
 * so is the first of two finals. */
static enum msg_id
round_word(const struct tourney *t, uint32_t p)
{
	static const enum msg_id word_messages[SECTION_COUNT] = {
		[SECTION_MAIN] = MSG_tword_round,
		[SECTION_LOSERS] = MSG_tword_losers,
		[SECTION_FINAL] = MSG_tword_second_final,
		[SECTION_CONSOLATION] = MSG_tword_consolation,
		[SECTION_LAST_CHANCE] = MSG_tword_last_chance,
		[SECTION_ROUNDS] = MSG_tword_round,
		[SECTION_GROUP] = MSG_tword_group,
		[SECTION_PLAYOFF] = MSG_tword_playoff,
	};
	enum section s = tourney_section(t, p);
	unsigned round = t->pairings[p].round;

	if (s == SECTION_FINAL && round == 1)
		return MSG_tword_final;
	if (s == SECTION_MAIN && !tourney_format(&t->set)->final_apart &&
	    round == bracket_rounds(TOURNEY_BRACKET_ARGS(t), s))
		return MSG_tword_final;
	return word_messages[s];
}

const char *
words_pairing_title(
    const struct out *to, const struct tourney *t, uint32_t pairing, char text[WORDS_TITLE_MAX])
{
	const struct pairing *x = &t->pairings[pairing];
	enum msg_id word = round_word(t, pairing);
	struct sbuf b;

	sbuf_init(&b, text, WORDS_TITLE_MAX);
	sbuf_add(&b, msg_text(to, word));
	if (word == MSG_tword_final || word == MSG_tword_second_final)
		return text;
	if (word == MSG_tword_group)
		sbuf_addf(&b, " %u, %s", x->group + 1u, msg_text(to, MSG_tword_round));
	sbuf_addf(&b, " %u", (unsigned)x->round);
	return text;
}

bool
words_match_event(
    const struct tourney *t, const struct match_record *r, struct matfile_event *event_out)
{
	static const struct out english;
	char title[WORDS_TITLE_MAX];
	struct sbuf b;

	if (r->pairing >= t->pairings_n || t->bouts[r->pairing].match != r->id)
		return false;
	(void)sbuf_copy(event_out->name, sizeof(event_out->name), t->name);
	SBUF_INIT(&b, event_out->round);
	if (round_word(t, r->pairing) == MSG_tword_round)
		sbuf_addf(&b, "%u", (unsigned)t->pairings[r->pairing].round);
	else
		sbuf_add(&b, words_pairing_title(&english, t, r->pairing, title));
	return true;
}

const char *
words_entry_name(const struct tourney *t, entry_no e)
{
	return e < t->entries_n ? t->entries[e].name : "-";
}

/* ---- lines ---- */

static void
wrap_word(struct words_wrapper *w, const char *word, size_t n)
{
	char text[TABLE_LINE_COLUMNS * 4 + 1];

	while (n > 0) {
		size_t part = n < sizeof(text) ? n : sizeof(text) - 1;
		unsigned width;

		memcpy(text, word, part);
		text[part] = '\0';
		width = utf8_width(text, strlen(text));
		if (w->column + width + 1 > w->columns && w->column > w->indent) {
			out_addf(w->out, "\n%*s", (int)w->indent - 1, "");
			w->column = w->indent - 1;
		}
		part = utf8_prefix_bytes(text, w->columns - w->column - 1);
		text[part] = '\0';
		out_addf(w->out, "%s%s", w->column > 0 ? " " : "", text);
		w->column += utf8_width(text, strlen(text)) + (w->column > 0);
		word += part;
		n -= part;
	}
}

void
words_wrap(struct words_wrapper *w, const char *text)
{
	while (*text != '\0') {
		size_t n = strcspn(text, " ");

		wrap_word(w, text, n);
		text += n + strspn(text + n, " ");
	}
}

/* Uses the same columns as the other paragraphs of help pages. */
void
words_formats(struct out *to)
{
	static const enum msg_id word_messages[] = {
#define FORMAT(name, ...) MSG_tview_about_##name,
#include "tourney/formats.def"
#undef FORMAT
	};

	for (unsigned i = 0; i < ARRAY_LEN(word_messages); i++) {
		struct words_wrapper w = { to, 16, 17, 76 };

		out_addf(to, "%s    %-12s", i > 0 ? "\n" : "", FORMATS[i].name);
		words_wrap(&w, msg_text(to, word_messages[i]));
		out_text(to, "\n");
	}
}
