/* SPDX-License-Identifier: MIT */
/* Accounts in use.  A player is loaded when he logs in and forgotten when his last session is
 * gone; what is changed is written to the store in the same turn.  Look-ups by name are one
 * hash. */
#include "game/player.h"

#include <string.h>

#include "game/ranks.h"
#include "game/session.h"
#include "proto/username.h"
#include "proto/words.h"
#include "rules/rating.h"

const struct toggle_row TOGGLES[TOGGLE_COUNT] = {
#define TOGGLE(name, initial, kept)                                                            \
	[TOGGLE_##name] = { #name, (initial) != 0, (kept) != 0, MSG_toggle_##name##_yes,       \
		MSG_toggle_##name##_no },
#include "game/options.def"
#undef TOGGLE
};

const char *const ROLE_NAMES[ROLE_COUNT] = {
	[ROLE_USER] = "user",
	[ROLE_OPERATOR] = "operator",
	[ROLE_ADMIN] = "admin",
};

int
role_named(const char *name)
{
	for (int r = 0; r < ROLE_COUNT; r++)
		if (word_is(name, ROLE_NAMES[r]))
			return r;
	return -1;
}

const char *const VARIABLE_NAMES[VAR_COUNT] = {
	[VAR_BOARDSTYLE] = "boardstyle",
	[VAR_LINELENGTH] = "linelength",
	[VAR_PAGELENGTH] = "pagelength",
	[VAR_REDOUBLES] = "redoubles",
	[VAR_SORTWHO] = "sortwho",
	[VAR_TIMEZONE] = "timezone",
	[VAR_LANGUAGE] = "language",
	[VAR_VARIANT] = "variant",
	[VAR_DIRECTION] = "direction",
};

const char *const SORTWHO_NAMES[SORTWHO_COUNT] = {
	[SORTWHO_LOGIN] = "login",
	[SORTWHO_NAME] = "name",
	[SORTWHO_RATING] = "rating",
	[SORTWHO_RRATING] = "rrating",
};

/* By player_data.home. */
static const char *const DIRECTION_NAMES[] = { "fibs", "home" };

/* ---- variables ---- */

static const char *
variant_name(unsigned i)
{
	return VARIANTS[i].name;
}

const struct variant *
player_variant_named(const char *word)
{
	unsigned n = 0;
	int i;

	while (VARIANTS[n].name != NULL)
		n++;
	i = word_pick(word, variant_name, n);
	return i < 0 ? NULL : &VARIANTS[i];
}

static bool
parse_range(const char *word, long low, long high, long *value_out)
{
	long value;

	if (!word_number(word, &value) || value < low || value > high)
		return false;
	*value_out = value;
	return true;
}

static bool
parse_boardstyle(struct player_data *d, const char *word)
{
	long value;

	if (!parse_range(word, 1, BOARDSTYLE_LINES, &value))
		return false;
	d->boardstyle = (uint8_t)value;
	return true;
}

/* FIBS takes what is no number as 0 (PROTOCOL.md 6). */
static bool
parse_length(int16_t *length, const char *word)
{
	long value = 0;

	if (word_number(word, &value) && (value < 0 || value > LENGTH_MAX))
		return false;
	*length = (int16_t)value;
	return true;
}

static bool
parse_redoubles(struct player_data *d, const char *word)
{
	long value;

	if (word_is(word, "none"))
		d->redoubles = 0;
	else if (word_is(word, "unlimited"))
		d->redoubles = REDOUBLES_UNLIMITED;
	else if (parse_range(word, 1, 99, &value))
		d->redoubles = (uint8_t)value;
	else
		return false;
	return true;
}

static bool
parse_sortwho(struct player_data *d, const char *word)
{
	for (unsigned i = 0; i < SORTWHO_COUNT; i++) {
		if (word_begins(word, SORTWHO_NAMES[i])) {
			d->sortwho = (enum sortwho)i;
			return true;
		}
	}
	return false;
}

/* A zone name is kept as it was given; whether the system knows it is asked by who uses it. */
static bool
parse_timezone(struct player_data *d, const char *word)
{
	size_t n = strlen(word);

	if (n == 0 || n >= sizeof(d->timezone) || word[0] == '/' || strstr(word, "..") != NULL)
		return false;
	memcpy(d->timezone, word_is(word, "UTC") ? "UTC" : word, n + 1);
	return true;
}

static bool
parse_language(struct player_data *d, const char *word)
{
	int l = language_named(word);

	if (l >= 0)
		d->language = (enum language)l;
	return l >= 0;
}

static bool
parse_variant(struct player_data *d, const char *word)
{
	const struct variant *v = player_variant_named(word);

	if (v != NULL)
		d->variant = v;
	return v != NULL;
}

static bool
parse_direction(struct player_data *d, const char *word)
{
	if (!word_begins(word, DIRECTION_NAMES[0]) && !word_begins(word, DIRECTION_NAMES[1]))
		return false;
	d->home = word_begins(word, DIRECTION_NAMES[1]);
	return true;
}

static bool
parse_variable(struct player_data *d, enum variable v, const char *word)
{
	switch (v) {
	case VAR_BOARDSTYLE:
		return parse_boardstyle(d, word);
	case VAR_LINELENGTH:
		return parse_length(&d->linelength, word);
	case VAR_PAGELENGTH:
		return parse_length(&d->pagelength, word);
	case VAR_REDOUBLES:
		return parse_redoubles(d, word);
	case VAR_SORTWHO:
		return parse_sortwho(d, word);
	case VAR_TIMEZONE:
		return parse_timezone(d, word);
	case VAR_LANGUAGE:
		return parse_language(d, word);
	case VAR_VARIANT:
		return parse_variant(d, word);
	case VAR_DIRECTION:
		return parse_direction(d, word);
	case VAR_COUNT:
		break;
	}
	return false;
}

static void
variable_text(const struct player *p, enum variable v, struct sbuf *out)
{
	switch (v) {
	case VAR_BOARDSTYLE:
		sbuf_addf(out, "%u", (unsigned)p->d.boardstyle);
		break;
	case VAR_LINELENGTH:
		sbuf_addf(out, "%d", p->d.linelength);
		break;
	case VAR_PAGELENGTH:
		sbuf_addf(out, "%d", p->d.pagelength);
		break;
	case VAR_REDOUBLES:
		if (p->d.redoubles == 0)
			sbuf_add(out, "none");
		else if (p->d.redoubles == REDOUBLES_UNLIMITED)
			sbuf_add(out, "unlimited");
		else
			sbuf_addf(out, "%u", (unsigned)p->d.redoubles);
		break;
	case VAR_SORTWHO:
		sbuf_add(out, SORTWHO_NAMES[p->d.sortwho]);
		break;
	case VAR_TIMEZONE:
		sbuf_add(out, p->d.timezone);
		break;
	case VAR_LANGUAGE:
		sbuf_add(out, CATALOGUES[p->d.language].code);
		break;
	case VAR_VARIANT:
		sbuf_add(out, p->d.variant->name);
		break;
	case VAR_DIRECTION:
		sbuf_add(out, DIRECTION_NAMES[p->d.home]);
		break;
	case VAR_COUNT:
		break;
	}
}

void
player_variable_text(const struct session *s, enum variable v, struct sbuf *out)
{
	if (v == VAR_BOARDSTYLE)
		sbuf_addf(out, "%u", session_boardstyle(s));
	else if (v == VAR_LINELENGTH)
		sbuf_addf(out, "%u", session_linelength(s));
	else if (v == VAR_PAGELENGTH)
		sbuf_addf(out, "%u", session_pagelength(s));
	else
		variable_text(s->d.player, v, out);
}

bool
player_set_variable(struct world *w, struct player *p, enum variable v, const char *word)
{
	char value[TIMEZONE_MAX];
	struct sbuf b;

	if (!parse_variable(player_edit(w, p), v, word))
		return false;
	SBUF_ON(&b, value);
	variable_text(p, v, &b);
	store_setting_set(w->store, p->user, VARIABLE_NAMES[v], value);
	return true;
}

/* ---- toggles ---- */

void
player_set_toggle(struct world *w, struct player *p, enum toggle t, bool on)
{
	struct player_data *d = player_edit(w, p);

	if (on)
		d->toggles |= 1u << t;
	else
		d->toggles &= ~(1u << t);
	if (TOGGLES[t].kept)
		store_setting_set(w->store, p->user, TOGGLES[t].name, on ? "1" : "0");
}

void
player_default_variants(struct world *w, struct player *p, bool on)
{
	struct player_data *d = player_edit(w, p);

	d->toggles = (d->toggles & ~(1u << TOGGLE_variants)) | (on ? 1u << TOGGLE_variants : 0);
}

void
player_reset_game_toggles(struct world *w, struct player *p)
{
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if (!TOGGLES[t].kept && player_has(p, (enum toggle)t) != TOGGLES[t].initial)
			player_set_toggle(w, p, (enum toggle)t, TOGGLES[t].initial);
}

/* ---- loading ---- */

static void
set_defaults(struct player_data *d)
{
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if (TOGGLES[t].initial)
			d->toggles |= 1u << t;
	d->linelength = d->pagelength = LENGTH_OF_WINDOW;
	d->variant = VARIANT_FIBS;
	memcpy(d->timezone, "UTC", sizeof("UTC"));
}

/* One stored setting; a name of another version of the program means nothing here. */
static void
apply_setting(void *ctx, const char *name, const char *value)
{
	struct player_data *d = ctx;

	for (unsigned t = 0; t < TOGGLE_COUNT; t++) {
		if (TOGGLES[t].kept && strcmp(TOGGLES[t].name, name) == 0) {
			d->toggles =
			    (d->toggles & ~(1u << t)) | (value[0] == '1' ? 1u << t : 0);
			d->variants_chosen = d->variants_chosen || t == TOGGLE_variants;
			return;
		}
	}
	for (unsigned v = 0; v < VAR_COUNT; v++)
		if (strcmp(VARIABLE_NAMES[v], name) == 0)
			(void)parse_variable(d, (enum variable)v, value);
}

bool
user_has(const struct world *w, const struct user_record *u, enum toggle t)
{
	const struct player *p = player_by_name(w, u->name);
	struct player_data d = { 0 };

	if (p != NULL && p->user == u->id)
		return player_has(p, t);
	set_defaults(&d);
	store_settings_each(w->store, u->id, apply_setting, &d);
	return (d.toggles >> t & 1u) != 0;
}

static void
load_mute(struct world *w, struct player *p)
{
	bool all;

	if (store_mute_of(w->store, p->user, &all, &p->d.mute_until_s))
		p->d.mute = all ? MUTE_ALL : MUTE_SHOUT;
}

static void
fill(struct world *w, struct player *p, const struct user_record *r)
{
	struct player_data *d = &p->d;

	memset(d, 0, sizeof(*d));
	d->live = true;
	d->role = role_named(r->role) > 0 ? (enum role)role_named(r->role) : ROLE_USER;
	d->rating = r->rating;
	d->experience = r->experience;
	d->last_login_s = r->last_login_s;
	(void)sbuf_copy(d->last_host, sizeof(d->last_host), r->last_login_host);
	(void)sbuf_copy(d->email, sizeof(d->email), r->email);
	load_mute(w, p);
	set_defaults(d);
	store_settings_each(w->store, p->user, apply_setting, d);
}

static struct player *
find_folded(const struct world *w, const char *folded)
{
	struct player *p;

	HASH_FIND_STR(w->by_name, folded, p);
	return p;
}

struct player *
player_load(struct world *w, const struct user_record *record)
{
	char folded[STORE_NAME_MAX + 1];
	struct player *p;
	player_handle id;

	username_fold(record->name, folded, sizeof(folded));
	p = find_folded(w, folded);
	if (p != NULL && p->user != record->id)
		return NULL; /* was erased in this very turn: from the next one on he can */
	if (p != NULL) {
		if (!p->d.live)
			fill(w, p, record);
		return p;
	}
	p = pool_new(&w->players, &id);
	if (p == NULL)
		return NULL;
	p->id = id;
	p->user = record->id;
	(void)sbuf_copy(p->name, sizeof(p->name), record->name);
	memcpy(p->folded, folded, sizeof(folded));
	HASH_ADD_STR(w->by_name, folded, p);
	fill(w, p, record);
	return p;
}

struct player *
player_by_name(const struct world *w, const char *name)
{
	char folded[STORE_NAME_MAX + 1];
	struct player *p;

	if (strlen(name) > STORE_NAME_MAX)
		return NULL;
	username_fold(name, folded, sizeof(folded));
	p = find_folded(w, folded);
	return p != NULL && p->d.live ? p : NULL;
}

void
player_release(struct world *w, struct player *p)
{
	struct player_data *d = player_edit(w, p);

	d->live = false;
	d->session = 0;
	world_reap_later(w, DEAD_PLAYER, p->id);
}

/* ---- ratings ---- */

const char *
player_rating_key(const struct variant *v)
{
	return v->fibs ? "" : v->name;
}

/* `own` is the one of backgammon. */
static struct standing
standing_in(const struct world *w, int64_t user, const struct variant *v, struct standing own)
{
	struct standing s = { .rating = RATING_START };

	if (v->fibs)
		return own;
	(void)store_game_rating(w->store, user, player_rating_key(v), &s.rating, &s.experience);
	return s;
}

struct standing
player_standing(const struct world *w, const struct player *p, const struct variant *v)
{
	return standing_in(w, p->user, v, (struct standing){ p->d.rating, p->d.experience });
}

struct standing
user_standing(const struct world *w, const struct user_record *u, const struct variant *v)
{
	return standing_in(w, u->id, v, (struct standing){ u->rating, u->experience });
}

void
player_set_standing(
    struct world *w, struct player *p, const struct variant *v, struct standing now)
{
	struct standing was = player_standing(w, p, v);
	struct player_data *d;

	ranks_change(
	    world_ranks(w, v), p->user, was.rating, was.experience, now.rating, now.experience);
	if (!v->fibs) {
		store_game_rating_set(
		    w->store, p->user, player_rating_key(v), now.rating, now.experience);
		return;
	}
	d = player_edit(w, p);
	d->rating = now.rating;
	d->experience = now.experience;
	store_user_set_rating(w->store, p->user, now.rating, now.experience);
}

void
user_set_standing(
    struct world *w, const struct user_record *u, const struct variant *v, struct standing now)
{
	struct player *p = player_by_name(w, u->name);
	struct standing was = user_standing(w, u, v);

	if (p != NULL) {
		player_set_standing(w, p, v, now);
		return;
	}
	ranks_change(
	    world_ranks(w, v), u->id, was.rating, was.experience, now.rating, now.experience);
	if (v->fibs)
		store_user_set_rating(w->store, u->id, now.rating, now.experience);
	else
		store_game_rating_set(
		    w->store, u->id, player_rating_key(v), now.rating, now.experience);
}

void
player_set_email(struct world *w, struct player *p, const char *email)
{
	struct player_data *d = player_edit(w, p);

	(void)sbuf_copy(d->email, sizeof(d->email), email);
	store_user_set_email(w->store, p->user, email);
}

enum mute_scope
player_mute(const struct world *w, const struct player *p)
{
	if (p->d.mute_until_s != 0 && p->d.mute_until_s <= world_now_s(w))
		return MUTE_NONE;
	return p->d.mute;
}

void
player_set_role(struct world *w, const struct user_record *u, enum role role)
{
	struct player *p = player_by_name(w, u->name);
	struct session *s = p != NULL ? session_get(w, p->d.session) : NULL;

	if (p != NULL)
		player_edit(w, p)->role = role;
	if (s != NULL)
		world_index(w, s);
	store_user_set_role(w->store, u->id, ROLE_NAMES[role]);
}
