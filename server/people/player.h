/* SPDX-License-Identifier: MIT */
/* Accounts in use: identity, rating, settings. */
#ifndef PEOPLE_PLAYER_H
#define PEOPLE_PLAYER_H

#include <string.h>

#include "base/table.h"
#include "world/world.h"

typedef uint64_t player_handle;

enum toggle {
#define TOGGLE(name, initial, storage) TOGGLE_##name,
#include "people/toggles.def"
#undef TOGGLE
	TOGGLE_COUNT,
	TOGGLE_FIRST_NON_FIBS = TOGGLE_jacoby, /* the first toggle that FIBS does not have */
};

/* How a setting is stored. */
enum setting_storage {
	STORED_NEVER,          /* not stored; reset at the start of each game */
	STORED_PER_ACCOUNT,    /* stored with the account */
	STORED_PER_LOGIN_KIND, /* stored with the account, separately for each kind of log-in
				* (player.program) */
};

/* prefix of the stored names of settings for client programs */
#define PROGRAM_SETTING_PREFIX "program."

/* Order of the list of `who`. */
enum sortwho {
	SORTWHO_LOGIN,
	SORTWHO_NAME,
	SORTWHO_RATING,  /* lowest rating first */
	SORTWHO_RRATING, /* highest rating first */
	SORTWHO_COUNT,
};

#define BOT_HOST "bot" /* host of the server's bots */
#define TIMEZONE_MAX 40u

#define SCREEN_LENGTH_MAX 999
/* the user has set no length: the window's size is used */
#define SCREEN_LENGTH_OF_WINDOW (-1)

/* Privileges.  Each role includes those before it.  Their names in the store are ROLE_NAMES. */
enum role {
	ROLE_USER,
	ROLE_OPERATOR, /* moderates: mutes, bans, closes connections, makes announcements */
	ROLE_ADMIN,    /* also erases users, shuts the server down, grants roles */
	ROLE_COUNT,
};

/* What an operator has forbidden a user to write. */
enum mute_scope {
	MUTE_NONE,
	MUTE_SHOUT,
	MUTE_ALL, /* everything that others would read */
};

/* The last user who invited a player to a match since the player's last match began. */
struct inviter {
	int64_t user; /* 0: none */
	session_id session;
	bool others_too; /* other users have invited the player, too */
};

/* An account in use, with at most one session. */
struct player {
	player_handle id;
	int64_t user; /* row in the store */
	char name[STORE_NAME_MAX + 1];
	char folded[STORE_NAME_MAX + 1]; /* the name in lower case: key of the hash table */
	UT_hash_handle hh;
	bool in_use;        /* false: will be freed at the end of the turn */
	bool bot;           /* played by the server (bot/bot.h) */
	bool marked_as_bot; /* played by another program: see user_counts_as_bot */
	/* logged in as a client program: uses the STORED_PER_LOGIN_KIND settings of client
	 * programs */
	bool is_program;
	session_id session;
	int64_t playing_match; /* the match being played; 0: none */
	enum role role;
	enum mute_scope mute;
	int64_t mute_until_s; /* seconds since 1970; 0: permanent */
	double rating;
	uint32_t experience;
	uint32_t toggles;               /* a bit for each enum toggle */
	uint8_t boardstyle;             /* see proto/boardtext.h; 0: never set */
	int16_t linelength, pagelength; /* 0..SCREEN_LENGTH_MAX, SCREEN_LENGTH_OF_WINDOW */
	uint8_t redoubles;              /* 0..99, REDOUBLES_UNLIMITED */
	enum language language;
	const struct variant *variant; /* game of invitations that name none */
	bool direction_home; /* `set direction home`: boards are seen from the player's side */
	bool recovery_code_due; /* just registered: the recovery code must be shown */
	bool variants_chosen;   /* the user has set `variants` */
	enum sortwho sortwho;
	char timezone[TIMEZONE_MAX];
	int64_t last_login_s; /* previous log-in, seconds since 1970 */
	char *email;          /* NULL: none */
	struct {
		int64_t match; /* 0: none */
		uint32_t move;
	} replay; /* last position replayed */
	struct {
		/* people->dice_no at two times: when the text was given, and when the
		 * invitation was made */
		uint64_t text_seq, invitation_seq;
		uint8_t seed[STORE_SEED_BYTES]; /* seed for the match to which the player has
						 * invited a user */
		char text[STORE_DICE_TEXT_MAX];
	} dice;
	struct inviter inviter;
};

/* Returns whether an account is a bot of the server; it has no password.  user_counts_as_bot is
 * also true for accounts marked as bots: their matches count in the ratings of bots. */
static inline bool
user_is_bot(const struct user_record *u)
{
	return strcmp(u->hash, STORE_HASH_BOT) == 0;
}

static inline bool
user_counts_as_bot(const struct user_record *u)
{
	return u->marked_as_bot || user_is_bot(u);
}

static inline bool
player_counts_as_bot(const struct player *p)
{
	return p->marked_as_bot || p->bot;
}

/* Returns the player of a user row: the player in use, or else a new one, with the settings for
 * this kind of log-in.  Returns NULL if the pool is full, or if another account of that name
 * was erased in this turn. */
struct player *player_load(struct world *w, const struct user_record *record, bool program);

/* Frees a player without a session. */
void player_free(struct world *w, struct player *p);

/* Returns the player in use with that name (case-insensitive), or NULL. */
struct player *player_by_name(const struct world *w, const char *name);

/* Call it when the session has ended.  The player is freed at the end of the turn. */
void player_release(struct world *w, struct player *p);

static inline bool
player_has_toggle(const struct player *p, enum toggle t)
{
	return (p->toggles >> t & 1u) != 0;
}

/* Changes a toggle and stores it, unless it is STORED_NEVER. */
void player_set_toggle(struct world *w, struct player *p, enum toggle t, bool on);

/* Sets the default of `variants` for this log-in; not stored. */
void player_set_default_variants(struct player *p, bool on);

/* Resets the STORED_NEVER toggles (double, greedy, moves), for the start of a game. */
void player_reset_game_toggles(struct world *w, struct player *p);

struct toggle_row {
	const char *name;
	bool initial;
	enum setting_storage storage;
	enum msg_id yes, no; /* printed when the toggle is switched on or off */
};
extern const struct toggle_row TOGGLES[TOGGLE_COUNT];

/* "user", "operator", "admin", as in the store. */
extern const char *const ROLE_NAMES[ROLE_COUNT];

/* Returns the role of that name (case-insensitive), or -1. */
int role_named(const char *name);

/* Returns the account's current mute. */
enum mute_scope player_current_mute(const struct world *w, const struct player *p);

/* Returns the dice of an invitation.  A text for the dice that either user gave before the
 * invitation is not used. */
struct dice_record player_invitation_dice(
    const struct player *inviter, const struct player *other);

/* Like player_invitation_dice, but with a different seed, which was drawn when people->dice_no
 * was `no`. */
struct dice_record player_invitation_dice_since(const struct player *inviter,
    const struct player *other, const uint8_t seed[STORE_SEED_BYTES], uint64_t no);

/* ---- variables of `set` ---- */

enum variable {
	VAR_BOARDSTYLE,
	VAR_LINELENGTH,
	VAR_PAGELENGTH,
	VAR_REDOUBLES,
	VAR_SORTWHO,
	VAR_TIMEZONE,
	VAR_FIRST_NON_FIBS, /* variables from here on do not exist in FIBS; client programs do
			     * not see them */
	VAR_LANGUAGE = VAR_FIRST_NON_FIBS,
	VAR_VARIANT,
	VAR_DIRECTION,
	VAR_COUNT,
};

extern const char *const VARIABLE_NAMES[VAR_COUNT];
extern const char *const SORTWHO_NAMES[SORTWHO_COUNT];

/* Returns the game that a word names, by its name or an unambiguous prefix; else NULL. */
const struct variant *player_variant_named(const char *word);

/* Appends the value in its stored form. */
void player_variable_text(const struct player *p, enum variable v, struct sbuf *out);

/* Sets and stores a variable from what was typed.  Returns false if the value is not valid. */
bool player_set_variable(struct world *w, struct player *p, enum variable v, const char *word);

/* Sets and stores the e-mail address; "": none. */
void player_set_email(struct world *w, struct player *p, const char *email);

/* Rating and experience in one game. */
struct standing {
	double rating;
	uint32_t experience;
};

/* Stores a toggle of an account for one kind of log-in. */
void user_store_toggle(struct world *w, int64_t user, bool program, enum toggle t, bool on);

/* Returns a toggle of an account, which may be offline; not for STORED_PER_LOGIN_KIND toggles.
 */
bool user_has_toggle(const struct world *w, const struct user_record *u, enum toggle t);

/* Returns whether a user may play a match of this length.  More than 9 points require
 * experience, in backgammon or in `game`; game NULL: in backgammon only. */
bool player_may_play(
    const struct world *w, const struct player *p, const struct variant *game, unsigned length);

/* Return the standing in a game: a beginner's if the user has not finished a match of it. */
struct standing player_standing(
    const struct world *w, const struct player *p, const struct variant *v);
struct standing user_standing(
    const struct world *w, const struct user_record *u, const struct variant *v);

/* Sets and stores a standing and updates the rating list of the game. */
void player_set_standing(
    struct world *w, struct player *p, const struct variant *v, struct standing now);
/* Like player_set_standing, for a user who may be offline. */
void user_set_standing(
    struct world *w, const struct user_record *u, const struct variant *v, struct standing now);

/* Get and set the standing in matches with bots, which have rating lists of their own. */
struct standing user_bots_standing(
    const struct world *w, int64_t user, const struct variant *v);
void user_set_bots_standing(
    struct world *w, int64_t user, const struct variant *v, struct standing now);

#endif
