/* SPDX-License-Identifier: MIT */
#include "tournament_view/info.h"

#include <string.h>

#include "tournament_view/words.h"

/* ---- settings ---- */

static void (*const SAYS[TSET_COUNT])(struct out *out, const char *value) = {
#define TSET(name, ...) [TSET_##name] = msg_tview_set_##name,
#include "tourney/settings.def"
#undef TSET
};

static void
setting_value(const struct view *v, enum tourney_setting which, char text[TSET_TEXT_MAX])
{
	struct sbuf b;

	sbuf_init(&b, text, TSET_TEXT_MAX);
	if (TOURNEY_SETTINGS[which].kind == TSET_TIME)
		v->write_time(v->ctx, v->t->set.value[which] * 1000,
		    msg_text(v->out, MSG_strftime_full), text, VIEW_TIME_MAX);
	else if (which == TSET_format)
		sbuf_add(&b, words_format(v->out, &v->t->set));
	else
		tourney_setting_text(&v->t->set, which, &b);
}

void
info_settings(const struct view *v, bool all)
{
	struct tourney_settings usual;

	tourney_settings_init(&usual);
	for (unsigned i = 0; i < TSET_COUNT; i++) {
		enum tourney_setting which = (enum tourney_setting)i;
		char value[TSET_TEXT_MAX], first[TSET_TEXT_MAX];
		struct sbuf a, b;

		SBUF_INIT(&a, value);
		SBUF_INIT(&b, first);
		tourney_setting_text(&v->t->set, which, &a);
		tourney_setting_text(&usual, which, &b);
		if (!all && (TOURNEY_SETTINGS[i].flags & SET_ALWAYS_SHOWN) == 0 &&
		    strcmp(value, first) == 0)
			continue;
		setting_value(v, which, value);
		SAYS[which](v->out, value);
	}
}

/* ---- head and draw ---- */

void
info_head(const struct view *v)
{
	const struct tourney *t = v->t;

	msg_tview_info_head(v->out, (long long)t->id, t->name, words_phase(v->out, t));
	info_settings(v, false);
	for (unsigned i = 0; i < TOURNEY_DIRECTORS_MAX; i++)
		if (t->director[i] != 0)
			msg_tview_info_director(v->out, t->director_name[i]);
}

static void
print_guests(const struct tourney *t, bool wait, struct out *out)
{
	unsigned left = wait ? tourney_waiting_count(t) : tourney_invited_count(t);
	char name[TOURNEY_USER_NAME_MAX + 2];
	struct words_wrapper w = { out, 1, WORDS_INDENT, TABLE_LINE_COLUMNS };
	struct sbuf b;

	if (left == 0)
		return;
	out_text(out, " ");
	words_wrap(&w, msg_text(out, wait ? MSG_tview_waiting : MSG_tview_invited));
	for (unsigned i = 0; i < t->guests_n; i++) {
		if (t->guests[i].waiting != wait)
			continue;
		SBUF_INIT(&b, name);
		sbuf_addf(&b, "%s%s", t->guests[i].name, --left > 0 ? "," : "");
		words_wrap(&w, name);
	}
	out_text(out, "\n");
}

void
info_guests_and_draw(const struct view *v)
{
	const struct tourney *t = v->t;

	print_guests(t, false, v->out);
	print_guests(t, true, v->out);
	if (t->commitment[0] != '\0')
		msg_tview_info_commitment(v->out, t->commitment);
	if (t->seed[0] != '\0')
		msg_tview_info_seed(v->out, t->seed);
}
