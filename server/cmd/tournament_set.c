/* SPDX-License-Identifier: MIT */
/* Making a tournament, its name and its settings.  What is typed is looked at whole before
 * anything is done.  Owns nothing; linear in what is typed and in the tournaments that are not
 * over. */
#include <inttypes.h>
#include <string.h>

#include "cmd/tournament.h"
#include "proto/words.h"

#define VALUE_MAX 240u
#define VALUES_MAX 400u /* what may be said instead, in words */

/* ---- names ---- */

static void
single_blanks(char *name)
{
	char *to = name;

	for (const char *p = name; *p != '\0'; p++)
		if ((*p != ' ' && *p != '\t') || (to > name && to[-1] != ' '))
			*to++ = *p == '\t' ? ' ' : *p;
	if (to > name && to[-1] == ' ')
		to--;
	*to = '\0';
}

bool
sub_name_ok(struct ctx *c, const struct tourney *t, char *name)
{
	single_blanks(name);
	if (strlen(name) > TOURNEY_NAME_MAX) {
		msg_trn_name_long(c->out, TOURNEY_NAME_MAX);
		return false;
	}
	if (name[strspn(name, "0123456789 ")] == '\0' || strchr(name, '"') != NULL) {
		msg_trn_name_bad(c->out);
		return false;
	}
	for (const struct tourney *o = tourney_next(c->w, NULL); o != NULL;
	     o = tourney_next(c->w, o))
		if (o != t && word_is(o->name, name)) {
			msg_trn_name_taken(c->out);
			return false;
		}
	return true;
}

/* Takes the quotes off a name that stands in them alone. */
static char *
without_quotes(char *name)
{
	size_t n = strlen(name);

	if (n < 2 || name[0] != '"' || name[n - 1] != '"')
		return name;
	name[n - 1] = '\0';
	return name + 1;
}

void
tournament_rename(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act a = { .kind = TACT_rename };
	char *name;

	if (rest[0] == '\0') {
		sub_usage(c, tournament_rename);
		return;
	}
	name = without_quotes(rest);
	a.text = name;
	if (sub_name_ok(c, t, name) && sub_do(c, t, &a))
		msg_trn_renamed(c->out, (long long)t->id, t->name);
}

/* ---- values ---- */

/* A setting's value as he reads and types it; times in his zone. */
static void
value_text(const struct ctx *c, const struct tourney_settings *set, enum tourney_setting which,
    struct sbuf *out)
{
	char when[SUB_TIME_MAX];

	if (TOURNEY_SETTINGS[which].kind != TSET_TIME) {
		tourney_setting_text(set, which, out);
	} else if (set->value[which] == 0) {
		sbuf_add(out, "none");
	} else {
		sub_time_text(c, set->value[which] * 1000, when);
		sbuf_add(out, when);
	}
}

/* What a setting can be, in its own words. */
static void
values_text(enum tourney_setting which, struct sbuf *out)
{
	const struct tourney_setting_row *row = &TOURNEY_SETTINGS[which];

	switch (row->kind) {
	case TSET_NUMBER:
	case TSET_LIST:
		sbuf_addf(out, "%d-%d", row->low, row->high);
		break;
	case TSET_SWITCH:
		sbuf_add(out, "yes no");
		break;
	case TSET_WORD:
		sbuf_add(out, row->words);
		break;
	case TSET_TIEBREAKS:
		for (unsigned i = 0; i < TIEBREAK_COUNT; i++)
			sbuf_addf(out, "%s%s", i > 0 ? " " : "", TIEBREAK_NAMES[i]);
		break;
	case TSET_GAME:
		for (unsigned i = 0; VARIANTS[i].name != NULL; i++)
			sbuf_addf(out, "%s%s", i > 0 ? " " : "", VARIANTS[i].name);
		break;
	case TSET_TIME:
		break;
	}
}

static void
tell_bad_value(struct ctx *c, enum tourney_setting which, const char *value)
{
	char text[VALUES_MAX];
	struct sbuf b;

	if (TOURNEY_SETTINGS[which].kind == TSET_TIME) {
		msg_trn_time_none(c->out);
		return;
	}
	SBUF_ON(&b, text);
	values_text(which, &b);
	if (TOURNEY_SETTINGS[which].kind == TSET_LIST)
		msg_trn_bad_list(c->out, TOURNEY_SETTINGS[which].name, value, TSET_LIST_MAX);
	else
		msg_trn_bad_value(c->out, TOURNEY_SETTINGS[which].name, value);
	sub_words(c, text);
}

/* Entries are taken before they are no longer, and that before the start. */
static bool
times_in_order(struct ctx *c, const struct tourney_settings *set)
{
	int64_t opens = set->value[TSET_opens], closes = set->value[TSET_closes],
		starts = set->value[TSET_starts];

	if ((opens != 0 && closes != 0 && opens >= closes) ||
	    (opens != 0 && starts != 0 && opens >= starts) ||
	    (closes != 0 && starts != 0 && closes > starts)) {
		msg_trn_times_order(c->out);
		return false;
	}
	return true;
}

static bool
is_list(enum tourney_setting which)
{
	return TOURNEY_SETTINGS[which].kind == TSET_LIST ||
	       TOURNEY_SETTINGS[which].kind == TSET_TIEBREAKS;
}

/* Whether a word goes on with the list before it. */
static bool
goes_on(enum tourney_setting which, const char *word)
{
	struct tourney_settings trial;

	tourney_settings_init(&trial);
	return tourney_set(&trial, which, word);
}

/* The word at the beginning of rest, which stays as it is. */
static void
peek(const char *rest, char *word, size_t size)
{
	struct sbuf b;

	sbuf_init(&b, word, size);
	sbuf_addn(&b, rest, strcspn(rest, " \t"));
}

/* A value as far as it goes: a word, a time, all that goes on with a list; false: told what is
 * wrong with it.  *text_out is as the act wants it. */
static bool
take_value(struct ctx *c, sub_fn *of, enum tourney_setting which, char **rest,
    struct tourney_settings *set, struct sbuf *text_out)
{
	char word[32];
	int64_t at_s;

	peek(*rest, word, sizeof(word));
	if (word[0] == '\0') {
		tell_bad_value(c, which, "");
		return false;
	}
	if (TOURNEY_SETTINGS[which].kind != TSET_TIME) {
		sbuf_add(text_out, word_next(rest));
		for (; is_list(which); sbuf_addf(text_out, " %s", word_next(rest))) {
			peek(*rest, word, sizeof(word));
			if (word[0] == '\0' || !goes_on(which, word))
				break;
		}
	} else if (word_is(word, "none")) {
		(void)word_next(rest);
		sbuf_addc(text_out, '0');
	} else if (sub_take_time(c, of, rest, &at_s)) {
		sbuf_addf(text_out, "%" PRId64, at_s);
	} else {
		return false;
	}
	if (sbuf_ok(text_out) && tourney_set(set, which, text_out->text))
		return true;
	tell_bad_value(c, which, text_out->text);
	return false;
}

/* ---- set ---- */

static int
setting_named(struct ctx *c, const char *word)
{
	int which = tourney_setting_named(word);
	char names[VALUES_MAX];
	struct sbuf b;

	if (which >= 0)
		return which;
	SBUF_ON(&b, names);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		sbuf_addf(&b, "%s%s", i > 0 ? " " : "", TOURNEY_SETTINGS[i].name);
	msg_trn_bad_setting_name(c->out, word);
	sub_words(c, names);
	return -1;
}

/* "setting value", or "setting=value": *rest is the value and what follows it. */
static int
take_setting(struct ctx *c, char **rest)
{
	char *word = word_next(rest);
	char *equals = strchr(word, '=');

	if (equals != NULL) {
		if (**rest != '\0')
			equals[strlen(equals)] = ' ';
		*equals = '\0';
		*rest = equals + 1 + strspn(equals + 1, " \t");
	}
	return setting_named(c, word);
}

static void
show_setting(struct ctx *c, const struct tourney *t, enum tourney_setting which)
{
	char text[VALUE_MAX];
	struct sbuf b;

	SBUF_ON(&b, text);
	value_text(c, &t->set, which, &b);
	out_addf(c->out, "  %-12s %s\n", TOURNEY_SETTINGS[which].name, text);
}

static void
show_settings(struct ctx *c, const struct tourney *t)
{
	msg_trn_settings_header(c->out, (long long)t->id, t->name);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		show_setting(c, t, (enum tourney_setting)i);
}

/* One act; false: told why not. */
static bool
do_set(struct ctx *c, struct tourney *t, enum tourney_setting which, const char *value)
{
	struct tourney_act a = { .kind = TACT_set };
	char text[VALUE_MAX + 32];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%s %s", TOURNEY_SETTINGS[which].name, value);
	a.text = text;
	return sub_do(c, t, &a);
}

/* Some settings may be changed while it is played. */
static bool
may_set_now(struct ctx *c, const struct tourney *t, enum tourney_setting which)
{
	char names[VALUES_MAX];
	struct sbuf b;

	if (t->phase != TOURNEY_RUNNING || (TOURNEY_SETTINGS[which].flags & SET_LATE) != 0)
		return true;
	SBUF_ON(&b, names);
	for (unsigned i = 0; i < TSET_COUNT; i++)
		if ((TOURNEY_SETTINGS[i].flags & SET_LATE) != 0)
			sbuf_addf(&b, "%s%s", b.len > 0 ? " " : "", TOURNEY_SETTINGS[i].name);
	msg_trn_set_late(c->out);
	sub_words(c, names);
	return false;
}

/* Fewer rounds than were asked for are said before the start, and again there. */
static void
tell_rounds(struct ctx *c, const struct tourney *t)
{
	unsigned set = (unsigned)t->set.value[TSET_rounds];
	unsigned rounds = t->in >= 2 ? tourney_rounds(t, t->in) : 0;

	if (set != 0 && rounds != 0 && rounds != set)
		msg_trn_set_rounds(c->out, t->in, rounds);
}

static void
change(struct ctx *c, struct tourney *t, enum tourney_setting which, char *rest)
{
	struct tourney_settings trial = t->set;
	char value[VALUE_MAX], shown[VALUE_MAX];
	struct sbuf b;

	SBUF_ON(&b, value);
	if (!may_set_now(c, t, which) ||
	    !take_value(c, tournament_set, which, &rest, &trial, &b))
		return;
	if (rest[0] != '\0')
		tell_bad_value(c, which, rest);
	else if (TOURNEY_SETTINGS[which].kind == TSET_TIME && !times_in_order(c, &trial))
		return;
	else if (do_set(c, t, which, value)) {
		SBUF_ON(&b, shown);
		value_text(c, &t->set, which, &b);
		msg_trn_set(c->out, TOURNEY_SETTINGS[which].name, shown);
		if (which == TSET_rounds)
			tell_rounds(c, t);
	}
}

void
tournament_set(struct ctx *c, struct tourney *t, char *rest)
{
	struct tourney_act none = { .kind = TACT_set };
	bool all = rest[0] == '\0';
	int which = all ? 0 : take_setting(c, &rest);

	if (all)
		show_settings(c, t);
	else if (which < 0)
		return;
	else if (rest[0] == '\0')
		show_setting(c, t, (enum tourney_setting)which);
	else if (!sub_directs(c, t))
		msg_trn_only_directors(c->out);
	else if (t->ended_ms != 0)
		sub_refused(c, t, &none, TOURNEY_IS_OVER);
	else if (store_refusing(c->w->store))
		msg_disk_refuse(c->out);
	else
		change(c, t, (enum tourney_setting)which, rest);
}

/* ---- create ---- */

/* From one word to the next. */
static size_t
step(const char *p)
{
	size_t n = strcspn(p, " \t");

	return n + strspn(p + n, " \t");
}

static bool
word_at(const char *p, const char *word)
{
	size_t n = strlen(word);

	return strncmp(p, word, n) == 0 && (p[n] == ' ' || p[n] == '\t' || p[n] == '\0');
}

static bool
has_equals(const char *p)
{
	return p[strcspn(p, " \t=")] == '=';
}

/* The whole name of a setting stands at p; -1 none. */
static int
setting_at(const char *p)
{
	char word[32];
	int which;

	peek(p, word, sizeof(word));
	which = tourney_setting_named(word);
	return which >= 0 && word_is(word, TOURNEY_SETTINGS[which].name) ? which : -1;
}

/* Whether settings begin at p.  A word of a setting belongs to the name when nothing follows
 * it, or another setting: "Spring Final", "Spring Final length 5". */
static bool
settings_begin(const char *p)
{
	int which = setting_at(p);
	char value[32];

	if (which < 0)
		return has_equals(p);
	p += step(p);
	peek(p, value, sizeof(value));
	if (value[0] == '\0')
		return false;
	return goes_on((enum tourney_setting)which, value) ||
	       (setting_at(p) < 0 && !has_equals(p));
}

/* Where the name ends and settings begin: in quotes it is clear; else at `--`; else where
 * settings begin, which they do not at the very first word unless it is setting=value. */
static char *
cut_name(char *text, char **rest_out)
{
	char *p = text, *end;

	if (text[0] == '"' && (end = strchr(text + 1, '"')) != NULL) {
		*end = '\0';
		p = end + 1 + strspn(end + 1, " \t");
		*rest_out = p + (word_at(p, "--") ? step(p) : 0);
		return text + 1;
	}
	while (p[0] != '\0' && !word_at(p, "--"))
		p += step(p);
	*rest_out = p + step(p);
	if (p[0] == '\0') {
		p = text;
		while (p[0] != '\0' && !(p == text ? has_equals(p) : settings_begin(p)))
			p += step(p);
		*rest_out = p;
	}
	if (p == text)
		return p + strlen(p); /* no name at all */
	for (end = p; end[-1] == ' ' || end[-1] == '\t';)
		end--;
	*end = '\0';
	return text;
}

struct wishes {
	struct tourney_settings set;
	bool given[TSET_COUNT];
	char value[TSET_COUNT][TSET_TEXT_MAX];
};

/* All that was typed behind the name; false: told what is wrong. */
static bool
take_wishes(struct ctx *c, char *rest, struct wishes *w)
{
	memset(w, 0, sizeof(*w));
	tourney_settings_init(&w->set);
	while (rest[0] != '\0') {
		int which = take_setting(c, &rest);
		struct sbuf b;

		if (which < 0)
			return false;
		SBUF_ON(&b, w->value[which]);
		if (!take_value(
			c, tournament_create, (enum tourney_setting)which, &rest, &w->set, &b))
			return false;
		w->given[which] = true;
	}
	return times_in_order(c, &w->set);
}

static void
tell_not_created(struct ctx *c, enum tourney_err err)
{
	struct tourney_act a = { .kind = TACT_create };

	if (err == TOURNEY_IS_FULL)
		msg_trn_too_many(c->out, TOURNEYS_OPEN_MAX, TOURNEYS_OWN_MAX);
	else if (err == TOURNEY_BAD_ACT)
		msg_trn_name_bad(c->out);
	else
		sub_refused(c, NULL, &a, err);
}

void
tournament_create(struct ctx *c, struct tourney *t, char *rest)
{
	enum tourney_err err = TOURNEY_OK;
	struct wishes w;
	char *name;

	if (rest[0] == '\0') {
		sub_usage(c, tournament_create);
		return;
	}
	name = cut_name(rest, &rest);
	if (!sub_name_ok(c, NULL, name) || !take_wishes(c, rest, &w))
		return;
	t = tourney_create(c->w, c->s, name, &err);
	if (t == NULL) {
		tell_not_created(c, err);
		return;
	}
	for (unsigned i = 0; i < TSET_COUNT; i++)
		if (w.given[i] && !do_set(c, t, (enum tourney_setting)i, w.value[i]))
			return;
	msg_trn_created(c->out, (long long)t->id, t->name);
	msg_trn_created_next(c->out, (long long)t->id, (long long)t->id);
}
