/* SPDX-License-Identifier: MIT */
/* Accounts in use.  A player is loaded at log-in and freed after its last session ends.
 * Changes are written to the store in the same turn. */
#include "people/player.h"

#include <stdlib.h>
#include <string.h>

#include "people/state.h"
#include "stats/ranks.h"
#include "proto/boardtext.h"
#include "proto/username.h"
#include "proto/words.h"
#include "rules/rating.h"

#define LENGTH_WITHOUT_EXPERIENCE 9u /* points; longer matches require experience */

const struct toggle_row TOGGLES[TOGGLE_COUNT] = {
#define TOGGLE(name, initial, storage)                                                         \
	[TOGGLE_##name] = { #name, (initial) != 0, STORED_##storage, MSG_toggle_##name##_yes,  \
		MSG_toggle_##name##_no },
#include "people/toggles.def"
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
#define VARIABLE(id, name, storage) [VAR_##id] = name,
#include "people/variables.def"
#undef VARIABLE
};

static const enum setting_storage VARIABLE_STORAGE[VAR_COUNT] = {
#define VARIABLE(id, name, storage) [VAR_##id] = STORED_##storage,
#include "people/variables.def"
#undef VARIABLE
};

const char *const SORTWHO_NAMES[SORTWHO_COUNT] = {
	[SORTWHO_LOGIN] = "login",
	[SORTWHO_NAME] = "name",
	[SORTWHO_RATING] = "rating",
	[SORTWHO_RRATING] = "rrating",
};

/* indexed by player.direction_home */
static const char *const DIRECTION_NAMES[] = { "fibs", "home" };

/* ---- stored settings ---- */

static void
store_setting_value(struct world *w, int64_t user, bool program, enum setting_storage kept,
    const char *name, const char *value)
{
	char stored[40];
	struct sbuf b;

	SBUF_INIT(&b, stored);
	sbuf_addf(&b, "%s%s",
	    program && kept == STORED_PER_LOGIN_KIND ? PROGRAM_SETTING_PREFIX : "", name);
	store_setting_set(w->store, user, stored, value);
}

/* Returns whether a stored name denotes this setting for this kind of log-in. */
static bool
is_stored_name_of(const char *stored, bool program, enum setting_storage kept, const char *name)
{
	size_t n =
	    program && kept == STORED_PER_LOGIN_KIND ? strlen(PROGRAM_SETTING_PREFIX) : 0;

	return kept != STORED_NEVER && strncmp(stored, PROGRAM_SETTING_PREFIX, n) == 0 &&
	       strcmp(stored + n, name) == 0;
}

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
	i = word_match_name(word, variant_name, n);
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
parse_boardstyle(struct player *p, const char *word)
{
	long value;

	if (!parse_range(word, 1, BOARDSTYLES, &value))
		return false;
	p->boardstyle = (uint8_t)value;
	return true;
}

/* Like FIBS, reads a word that is not a number as 0 (PROTOCOL.md 6). */
static bool
parse_screen_length(int16_t *length, const char *word)
{
	long value = 0;

	if (word_number(word, &value) && (value < 0 || value > SCREEN_LENGTH_MAX))
		return false;
	*length = (int16_t)value;
	return true;
}

static bool
parse_redoubles(struct player *p, const char *word)
{
	long value;

	if (word_is(word, "none"))
		p->redoubles = 0;
	else if (word_is(word, "unlimited"))
		p->redoubles = REDOUBLES_UNLIMITED;
	else if (parse_range(word, 1, 99, &value))
		p->redoubles = (uint8_t)value;
	else
		return false;
	return true;
}

static bool
parse_sortwho(struct player *p, const char *word)
{
	for (unsigned i = 0; i < SORTWHO_COUNT; i++) {
		if (word_is_prefix(word, SORTWHO_NAMES[i])) {
			p->sortwho = (enum sortwho)i;
			return true;
		}
	}
	return false;
}

/* Keeps a zone name as typed.  Code that uses it checks whether the system knows it. */
static bool
parse_timezone(struct player *p, const char *word)
{
	size_t n = strlen(word);

	if (n == 0 || n >= sizeof(p->timezone) || word[0] == '/' || strstr(word, "..") != NULL)
		return false;
	memcpy(p->timezone, word_is(word, "UTC") ? "UTC" : word, n + 1);
	return true;
}

static bool
parse_language(struct player *p, const char *word)
{
	int l = language_find(word);

	if (l >= 0)
		p->language = (enum language)l;
	return l >= 0;
}

static bool
parse_variant(struct player *p, const char *word)
{
	const struct variant *v = player_variant_named(word);

	if (v != NULL)
		p->variant = v;
	return v != NULL;
}

static bool
parse_direction(struct player *p, const char *word)
{
	if (!word_is_prefix(word, DIRECTION_NAMES[0]) &&
	    !word_is_prefix(word, DIRECTION_NAMES[1]))
		return false;
	p->direction_home = word_is_prefix(word, DIRECTION_NAMES[1]);
	return true;
}

static bool
parse_variable(struct player *p, enum variable v, const char *word)
{
	switch (v) {
	case VAR_BOARDSTYLE:
		return parse_boardstyle(p, word);
	case VAR_LINELENGTH:
		return parse_screen_length(&p->linelength, word);
	case VAR_PAGELENGTH:
		return parse_screen_length(&p->pagelength, word);
	case VAR_REDOUBLES:
		return parse_redoubles(p, word);
	case VAR_SORTWHO:
		return parse_sortwho(p, word);
	case VAR_TIMEZONE:
		return parse_timezone(p, word);
	case VAR_LANGUAGE:
		return parse_language(p, word);
	case VAR_VARIANT:
		return parse_variant(p, word);
	case VAR_DIRECTION:
		return parse_direction(p, word);
	case VAR_COUNT:
		break;
	}
	return false;
}

void
player_variable_text(const struct player *p, enum variable v, struct sbuf *out)
{
	switch (v) {
	case VAR_BOARDSTYLE:
		sbuf_addf(out, "%u", (unsigned)p->boardstyle);
		break;
	case VAR_LINELENGTH:
		sbuf_addf(out, "%d", p->linelength);
		break;
	case VAR_PAGELENGTH:
		sbuf_addf(out, "%d", p->pagelength);
		break;
	case VAR_REDOUBLES:
		if (p->redoubles == 0)
			sbuf_add(out, "none");
		else if (p->redoubles == REDOUBLES_UNLIMITED)
			sbuf_add(out, "unlimited");
		else
			sbuf_addf(out, "%u", (unsigned)p->redoubles);
		break;
	case VAR_SORTWHO:
		sbuf_add(out, SORTWHO_NAMES[p->sortwho]);
		break;
	case VAR_TIMEZONE:
		sbuf_add(out, p->timezone);
		break;
	case VAR_LANGUAGE:
		sbuf_add(out, CATALOGUES[p->language].code);
		break;
	case VAR_VARIANT:
		sbuf_add(out, p->variant->name);
		break;
	case VAR_DIRECTION:
		sbuf_add(out, DIRECTION_NAMES[p->direction_home]);
		break;
	case VAR_COUNT:
		break;
	}
}

bool
player_set_variable(struct world *w, struct player *p, enum variable v, const char *word)
{
	char value[TIMEZONE_MAX];
	struct sbuf b;

	if (!parse_variable(p, v, word))
		return false;
	SBUF_INIT(&b, value);
	player_variable_text(p, v, &b);
	store_setting_value(
	    w, p->user, p->is_program, VARIABLE_STORAGE[v], VARIABLE_NAMES[v], value);
	return true;
}

/* ---- toggles ---- */

void
player_set_toggle(struct world *w, struct player *p, enum toggle t, bool on)
{
	if (on)
		p->toggles |= 1u << t;
	else
		p->toggles &= ~(1u << t);
	if (TOGGLES[t].storage != STORED_NEVER)
		user_store_toggle(w, p->user, p->is_program, t, on);
}

void
user_store_toggle(struct world *w, int64_t user, bool program, enum toggle t, bool on)
{
	store_setting_value(
	    w, user, program, TOGGLES[t].storage, TOGGLES[t].name, on ? "1" : "0");
}

void
player_set_default_variants(struct player *p, bool on)
{
	p->toggles = (p->toggles & ~(1u << TOGGLE_variants)) | (on ? 1u << TOGGLE_variants : 0);
}

void
player_reset_game_toggles(struct world *w, struct player *p)
{
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if (TOGGLES[t].storage == STORED_NEVER &&
		    player_has_toggle(p, (enum toggle)t) != TOGGLES[t].initial)
			player_set_toggle(w, p, (enum toggle)t, TOGGLES[t].initial);
}

/* ---- loading ---- */

static void
set_defaults(struct player *p)
{
	for (unsigned t = 0; t < TOGGLE_COUNT; t++)
		if (TOGGLES[t].initial)
			p->toggles |= 1u << t;
	p->linelength = p->pagelength = SCREEN_LENGTH_OF_WINDOW;
	p->variant = VARIANT_FIBS;
	memcpy(p->timezone, "UTC", sizeof("UTC"));
}

/* Applies a stored setting; names unknown to this version are ignored. */
static void
apply_setting(void *ctx, const char *name, const char *value)
{
	struct player *p = ctx;

	for (unsigned t = 0; t < TOGGLE_COUNT; t++) {
		if (is_stored_name_of(
			name, p->is_program, TOGGLES[t].storage, TOGGLES[t].name)) {
			p->toggles =
			    (p->toggles & ~(1u << t)) | (value[0] == '1' ? 1u << t : 0);
			p->variants_chosen = p->variants_chosen || t == TOGGLE_variants;
			return;
		}
	}
	for (unsigned v = 0; v < VAR_COUNT; v++)
		if (is_stored_name_of(
			name, p->is_program, VARIABLE_STORAGE[v], VARIABLE_NAMES[v]))
			(void)parse_variable(p, (enum variable)v, value);
}

bool
user_has_toggle(const struct world *w, const struct user_record *u, enum toggle t)
{
	const struct player *p = player_by_name(w, u->name);
	struct player away = { 0 };

	if (p != NULL && p->user == u->id)
		return player_has_toggle(p, t);
	set_defaults(&away);
	store_settings_each(w->store, u->id, apply_setting, &away);
	return player_has_toggle(&away, t);
}

static void
load_mute(struct world *w, struct player *p)
{
	bool all;

	if (store_mute_of(w->store, p->user, &all, &p->mute_until_s))
		p->mute = all ? MUTE_ALL : MUTE_SHOUT;
}

static void
set_email(struct player *p, const char *email)
{
	free(p->email);
	p->email = email[0] != '\0' ? strdup(email) : NULL;
}

/* Fills in a player.  It is a new one, or one whose user logged out in this turn. */
static void
fill_player(struct world *w, struct player *p, const struct user_record *r, bool program)
{
	const int role = role_named(r->role);

	*p = (struct player){
		.id = p->id,
		.email = p->email,
		.user = r->id,
		.hh = p->hh,
		.in_use = true,
		.bot = user_is_bot(r),
		.marked_as_bot = r->marked_as_bot,
		.is_program = program,
		.role = role > 0 ? (enum role)role : ROLE_USER,
		.rating = r->rating,
		.experience = r->experience,
		.last_login_s = r->last_login_s,
	};
	(void)sbuf_copy(p->name, sizeof(p->name), r->name);
	username_to_lower(r->name, p->folded, sizeof(p->folded));
	set_email(p, r->email);
	load_mute(w, p);
	set_defaults(p);
	store_settings_each(w->store, p->user, apply_setting, p);
}

static struct player *
find_by_folded_name(const struct world *w, const char *folded)
{
	struct player *p;

	HASH_FIND_STR(w->people->players_by_name, folded, p);
	return p;
}

struct player *
player_load(struct world *w, const struct user_record *record, bool program)
{
	char folded[STORE_NAME_MAX + 1];
	struct player *p;
	player_handle id;

	username_to_lower(record->name, folded, sizeof(folded));
	p = find_by_folded_name(w, folded);
	if (p != NULL && p->user != record->id)
		return NULL; /* the account of that name was erased in this turn; the name is
			      * free in the next */
	if (p != NULL) {
		if (!p->in_use)
			fill_player(w, p, record, program);
		return p;
	}
	p = pool_new(&w->people->players, &id);
	if (p == NULL)
		return NULL;
	p->id = id;
	memcpy(p->folded, folded, sizeof(folded));
	HASH_ADD_STR(w->people->players_by_name, folded, p);
	fill_player(w, p, record, program);
	return p;
}

void
player_free(struct world *w, struct player *p)
{
	HASH_DEL(w->people->players_by_name, p);
	free(p->email);
	pool_free(&w->people->players, p->id);
}

struct player *
player_by_name(const struct world *w, const char *name)
{
	char folded[STORE_NAME_MAX + 1];
	struct player *p;

	if (strlen(name) > STORE_NAME_MAX)
		return NULL;
	username_to_lower(name, folded, sizeof(folded));
	p = find_by_folded_name(w, folded);
	return p != NULL && p->in_use ? p : NULL;
}

void
player_release(struct world *w, struct player *p)
{
	p->in_use = false;
	p->session = 0;
	world_reap_later(w, DEAD_PLAYER, p->id);
}

/* ---- ratings ---- */

/* Returns the standing in a game.  own: the standing in backgammon. */
static struct standing
load_standing(const struct world *w, int64_t user, const struct variant *v, struct standing own)
{
	struct standing s = { .rating = RATING_START };

	if (v->fibs)
		return own;
	(void)store_game_rating(w->store, user, ranks_game_key(v), &s.rating, &s.experience);
	return s;
}

struct standing
player_standing(const struct world *w, const struct player *p, const struct variant *v)
{
	return load_standing(w, p->user, v, (struct standing){ p->rating, p->experience });
}

bool
player_may_play(
    const struct world *w, const struct player *p, const struct variant *game, unsigned length)
{
	unsigned least = w->config.experience_long;

	return length <= LENGTH_WITHOUT_EXPERIENCE || least == 0 || p->experience > least ||
	       (game != NULL && player_standing(w, p, game).experience > least);
}

struct standing
user_standing(const struct world *w, const struct user_record *u, const struct variant *v)
{
	return load_standing(w, u->id, v, (struct standing){ u->rating, u->experience });
}

void
player_set_standing(
    struct world *w, struct player *p, const struct variant *v, struct standing now)
{
	struct standing was = player_standing(w, p, v);

	ranks_change_user(ranks_of_game(w->ranks, v), p->user, was.rating, was.experience,
	    now.rating, now.experience);
	if (!v->fibs) {
		store_game_rating_set(
		    w->store, p->user, ranks_game_key(v), now.rating, now.experience);
		return;
	}
	p->rating = now.rating;
	p->experience = now.experience;
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
	ranks_change_user(ranks_of_game(w->ranks, v), u->id, was.rating, was.experience,
	    now.rating, now.experience);
	if (v->fibs)
		store_user_set_rating(w->store, u->id, now.rating, now.experience);
	else
		store_game_rating_set(
		    w->store, u->id, ranks_game_key(v), now.rating, now.experience);
}

struct standing
user_bots_standing(const struct world *w, int64_t user, const struct variant *v)
{
	struct standing s = { .rating = RATING_START };

	(void)store_game_rating(
	    w->store, user, ranks_bot_play_key(w->ranks, v), &s.rating, &s.experience);
	return s;
}

void
user_set_bots_standing(
    struct world *w, int64_t user, const struct variant *v, struct standing now)
{
	struct standing was = user_bots_standing(w, user, v);

	ranks_change_user(ranks_of_bot_play(w->ranks, v), user, was.rating, was.experience,
	    now.rating, now.experience);
	store_game_rating_set(
	    w->store, user, ranks_bot_play_key(w->ranks, v), now.rating, now.experience);
}

void
player_set_email(struct world *w, struct player *p, const char *email)
{
	set_email(p, email);
	store_user_set_email(w->store, p->user, email);
}

enum mute_scope
player_current_mute(const struct world *w, const struct player *p)
{
	if (p->mute_until_s != 0 && p->mute_until_s <= world_now_s(w))
		return MUTE_NONE;
	return p->mute;
}

struct dice_record
player_invitation_dice_since(const struct player *inviter, const struct player *other,
    const uint8_t seed[STORE_SEED_BYTES], uint64_t no)
{
	const struct player *both[2] = { inviter, other };
	struct dice_record d = { 0 };

	memcpy(d.seed, seed, sizeof(d.seed));
	for (unsigned i = 0; i < 2; i++)
		if (both[i]->dice.text_seq > no)
			memcpy(d.player_text[i], both[i]->dice.text, sizeof(d.player_text[i]));
	return d;
}

struct dice_record
player_invitation_dice(const struct player *inviter, const struct player *other)
{
	return player_invitation_dice_since(
	    inviter, other, inviter->dice.seed, inviter->dice.invitation_seq);
}
