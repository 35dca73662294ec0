/* SPDX-License-Identifier: MIT */
/* Accounts in use: identity, rating, settings. */
#ifndef PEOPLE_PLAYER_H
#define PEOPLE_PLAYER_H

#include <string.h>

#include "base/table.h"
#include "world/world.h"

typedef uint64_t player_handle;

enum toggle {
#define TOGGLE(name, initial, kept) TOGGLE_##name,
#include "people/toggles.def"
#undef TOGGLE
	TOGGLE_COUNT,
	TOGGLE_OURS = TOGGLE_jacoby,
};

/* Where the value of a setting is stored. */
enum kept {
	KEPT_NO,   /* nowhere: it starts again with each game */
	KEPT_ONCE, /* with the account */
	KEPT_KIND, /* with the account, once for each kind of log-in (player.program) */
};

enum sortwho {
	SORTWHO_LOGIN,
	SORTWHO_NAME,
	SORTWHO_RATING,
	SORTWHO_RRATING,
	SORTWHO_COUNT,
};

#define BOT_HOST "bot" /* where the server's own players log in from */
#define TIMEZONE_MAX 40u

#define LENGTH_MAX 999
#define LENGTH_OF_WINDOW (-1) /* what has never been set */

/* What somebody may do beyond playing; each may do all that those before it may.  Their names
 * in the store are ROLE_NAMES of player.h. */
enum role {
	ROLE_USER,
	ROLE_OPERATOR, /* moderates: mutes, bans, closes connections, makes announcements */
	ROLE_ADMIN,    /* also erases users, stops the server, gives roles */
	ROLE_COUNT,
};

/* What an operator has forbidden somebody. */
enum mute_scope {
	MUTE_NONE,
	MUTE_SHOUT,
	MUTE_ALL, /* all that others would read */
};

/* An account in use: one session at most stands for it. */
struct player {
	player_handle id;
	int64_t user; /* row in the store */
	char name[STORE_NAME_MAX + 1];
	char folded[STORE_NAME_MAX + 1]; /* key of the table */
	UT_hash_handle hh;
	bool live;    /* false: to be freed */
	bool bot;     /* played by the server (bot/bot.h) */
	bool program; /* logged in as a client program: its KEPT_KIND settings are used */
	session_id session;
	enum role role;
	enum mute_scope mute;
	int64_t mute_until_s; /* 0 for good */
	double rating;
	uint32_t experience;
	uint32_t toggles;               /* bit per enum toggle */
	uint8_t boardstyle;             /* proto/boardtext.h; 0 never chosen */
	int16_t linelength, pagelength; /* 0..LENGTH_MAX, LENGTH_OF_WINDOW */
	uint8_t redoubles;              /* 0..99, REDOUBLES_UNLIMITED */
	enum language language;
	const struct variant *variant; /* what they invite to when they name none */
	bool home;                     /* `set direction`: games are seen from one's own side */
	bool code_due;                 /* just registered: their recovery code is to be told */
	bool variants_chosen;          /* they have said something about it */
	enum sortwho sortwho;
	char timezone[TIMEZONE_MAX];
	int64_t last_login_s; /* the log-in before this one */
	char *email;          /* NULL none */
	struct {
		int64_t match; /* 0 none */
		uint32_t move;
	} replay; /* what they looked at last */
	struct {
		uint64_t said_no, invited_no;   /* when, among all texts and invitations */
		uint8_t seed[STORE_SEED_BYTES]; /* of what they have invited to */
		char text[STORE_DICE_TEXT_MAX];
	} dice;
};

/* The account of one that the server plays: it has no password. */
static inline bool
user_is_bot(const struct user_record *u)
{
	return strcmp(u->hash, STORE_HASH_BOT) == 0;
}

/* The player of a user row: the one in the world, or loaded with the settings of this kind of
 * log-in.  NULL when the world is full. */
struct player *player_load(struct world *w, const struct user_record *record, bool program);

/* Frees a player that nothing stands for any more. */
void player_free(struct world *w, struct player *p);

/* The one in the world by name in any case of letters, NULL none. */
struct player *player_by_name(const struct world *w, const char *name);

/* The session is over: forgotten at the end of the turn. */
void player_release(struct world *w, struct player *p);

static inline bool
player_has(const struct player *p, enum toggle t)
{
	return (p->toggles >> t & 1u) != 0;
}

/* Changes a toggle and keeps it if it is one that is kept. */
void player_set_toggle(struct world *w, struct player *p, enum toggle t, bool on);

/* What `variants` is until they say something about it; not kept. */
void player_default_variants(struct player *p, bool on);

/* double, greedy and moves begin anew with each game. */
void player_reset_game_toggles(struct world *w, struct player *p);

struct toggle_row {
	const char *name;
	bool initial;
	enum kept kept;
	enum msg_id yes, no; /* said when it is switched */
};
extern const struct toggle_row TOGGLES[TOGGLE_COUNT];

/* "user", "operator", "admin": as they stand in the store. */
extern const char *const ROLE_NAMES[ROLE_COUNT];

/* The role of that name, in any case of letters; -1 none. */
int role_named(const char *name);

/* What they may not say now. */
enum mute_scope player_mute(const struct world *w, const struct player *p);

/* The dice of what one has invited the other to: of what the two have said for them, only what
 * came after the invitation. */
struct dice_record player_dice(const struct player *inviter, const struct player *other);

/* ---- variables of `set` ---- */

enum variable {
	VAR_BOARDSTYLE,
	VAR_LINELENGTH,
	VAR_PAGELENGTH,
	VAR_REDOUBLES,
	VAR_SORTWHO,
	VAR_TIMEZONE,
	VAR_OURS, /* from here on our own: not shown to client programs */
	VAR_LANGUAGE = VAR_OURS,
	VAR_VARIANT,
	VAR_DIRECTION,
	VAR_COUNT,
};

extern const char *const VARIABLE_NAMES[VAR_COUNT];
extern const char *const SORTWHO_NAMES[SORTWHO_COUNT];

/* The game that a word means: its name, or the beginning of one only. */
const struct variant *player_variant_named(const char *word);

/* Appends the value as it is stored. */
void player_variable_text(const struct player *p, enum variable v, struct sbuf *out);

/* Sets it from what was typed; false when that is no value of it. */
bool player_set_variable(struct world *w, struct player *p, enum variable v, const char *word);

/* The mail address, kept. */
void player_set_email(struct world *w, struct player *p, const char *email);

/* What somebody has reached in a game. */
struct standing {
	double rating;
	uint32_t experience;
};

/* Stores a toggle of an account for one kind of log-in. */
void user_store_toggle(struct world *w, int64_t user, bool program, enum toggle t, bool on);

/* A toggle of an account, on line or not; not one that is KEPT_KIND. */
bool user_has(const struct world *w, const struct user_record *u, enum toggle t);

/* Matches of more than 9 points are for the experienced: experience in backgammon counts for
 * every game, that in a game for itself.  game NULL: only the first. */
bool player_may_play(
    const struct world *w, const struct player *p, const struct variant *game, unsigned length);

/* The standing in a game; that of a beginner when no match of it was finished. */
struct standing player_standing(
    const struct world *w, const struct player *p, const struct variant *v);
struct standing user_standing(
    const struct world *w, const struct user_record *u, const struct variant *v);

/* A new one, kept, and counted in the rating list of the game. */
void player_set_standing(
    struct world *w, struct player *p, const struct variant *v, struct standing now);
/* The same of somebody who need not be on line. */
void user_set_standing(
    struct world *w, const struct user_record *u, const struct variant *v, struct standing now);

/* The same of play with the server's bots, which has lists of its own. */
struct standing user_bots_standing(
    const struct world *w, int64_t user, const struct variant *v);
void user_set_bots_standing(
    struct world *w, int64_t user, const struct variant *v, struct standing now);

#endif
