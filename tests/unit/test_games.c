/* SPDX-License-Identifier: MIT */
/* Worked positions of each game, as a table to be read: the rule, the position in own numbers
 * of the player on turn (his opponent's in his own), what is rolled and played, and what comes
 * of it.  Then what a row says about the course of a match: who begins, how high one resigns.
 * The positions are the tests' own; the rules are those of
 * rules/RULES.md 4.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/check.h"
#include "base/sbuf.h"
#include "rules/match.h"
#include "rules/notation.h"
#include "tests/support/rows.h"

/* A script is played by whoever is on turn: "61" rolls, "13/7 8/7" plays, "name 6" names.  "?"
 * at the end asks how many plays there are.  The outcome is that of its last deed, as the one
 * who began the script sees it:
 *   next       it is the other's turn       again     the same player rolls again
 *   name       he is asked for a double     plays 66  he has that double to play
 *   stuck      he cannot play               he passes the other cannot
 *   wins N, loses N, draw                   or why the deed was refused
 * What is not on the board has been borne off; "!" marks a checker that is pinned.  after: both
 * sides, when that is the point. */
struct worked {
	const char *rule, *mover, *other, *script, *outcome, *after;
};

struct game {
	const char *name; /* "tavli 2": the second game of such a match */
	const struct worked *row;
	size_t rows;
};

#define START "24:2 13:5 8:3 6:5"
#define NACK "24:2 23:2 13:4 8:3 6:4"
#define CROWD "24:2 13:5 8:3 6:5 res:5"
#define CLOSED "6:2 5:2 4:2 3:2 2:2 1:2"
#define ALL "24:15"
#define WAITING "res:15"
#define GRASS "res:14"

/* clang-format off */
static const struct worked BACKGAMMON[] = {
	{ "opening 3-1", START, START, "31; ?", "16 plays", NULL },
	{ "each die is a step", START, START, "31; 8/5 6/5", "next", "24:2 13:5 8:2 6:4 5:2 | " START },
	{ "the bar first", "bar:1 13:2", "6:2 5:1", "61; 13/7 bar/24", "bar first", NULL },
	{ "entering hits", "bar:1 13:2", "6:2 5:1", "51; bar/20 13/12", "next", "20:1 13:1 12:1 | bar:1 6:2" },
	{ "either die, not both: the larger", "10:1", "24:2", "63; 10/7", "larger die", NULL },
	{ "either die, not both: the larger", "10:1", "24:2", "63; 10/4", "next", NULL },
	{ "closed out", "bar:1 6:2", CLOSED, "66", "stuck", NULL },
	{ "as many of a double as can be", "19:1", "15:2", "33; 19/16 16/13", "next", NULL },
	{ "nothing leaves from below a checker that waits", "6:1 2:2", "1:2", "43; 2/off 6/2", "bad bearoff", NULL },
	{ "single: one is off", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "gammon: none is off", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
	{ "backgammon: one on the bar", "1:1", "10:14 bar:1", "21; 1/off", "wins 3", NULL },
	{ "backgammon: one in the winner's home", "2:1", "10:14 24:1", "62; 2/off", "wins 3", NULL },
};

static const struct worked NACKGAMMON[] = {
	{ "two more at the back", NACK, NACK, "66; ?", "3 plays", NULL },
	{ "6-6 from the start", NACK, NACK, "66; 24/18 24/18 13/7 13/7", "next", NULL },
	{ "6-1 makes the bar point", NACK, NACK, "61; 13/7 8/7", "next", "24:2 23:2 13:3 8:2 7:2 6:4 | " NACK },
	{ "4-3 makes the twenty point", NACK, NACK, "43; 24/20 23/20", "next", NULL },
	{ "his six point is closed", NACK, NACK, "55; 24/19 13/8 13/8 13/8", "blocked", NULL },
	{ "his five and one", NACK, NACK, "54; 23/18 18/14", "next", NULL },
	{ "the bar first", "bar:1 23:2 13:4", "6:4 4:2", "61; 13/7 bar/24", "bar first", NULL },
	{ "closed out", "bar:1 18:2", CLOSED, "21", "stuck", NULL },
	{ "single", "1:1", "23:1 10:13", "21; 1/off", "wins 1", NULL },
	{ "gammon", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
	{ "backgammon", "1:1", "23:2 10:13", "21; 1/off", "wins 3", NULL },
};

static const struct worked ANTI[] = {
	{ "the start is backgammon's", START, START, "31; ?", "16 plays", NULL },
	{ "first off loses; the winner has one off", "1:1", "10:14", "21; 1/off", "loses 1", NULL },
	{ "the winner has none off", "1:1", "10:15", "21; 1/off", "loses 2", NULL },
	{ "the winner has none off, one on the bar", "1:1", "10:14 bar:1", "21; 1/off", "loses 3", NULL },
	{ "the winner has none off, one in the loser's home", "2:1", "10:14 24:1", "62; 2/off", "loses 3", NULL },
	{ "a die that bears off must be played", "6:1 5:1", "1:2", "65; 6/1", "too few", NULL },
	{ "one may stay on with one of them", "6:1 5:1", "1:2", "65; 6/1 5/off", "next", "1:1 | 1:2" },
	{ "or lose at once", "6:1 5:1", "1:2", "65; 6/off 5/off", "loses 1", NULL },
	{ "moving inside instead of off", "4:1 3:1", "1:2", "31; 4/1 3/2", "next", "2:1 1:1 | 1:2" },
	{ "forced off", "1:1", "2:15", "11; 1/off", "loses 2", NULL },
	{ "the bar first", "bar:1 2:1", "6:2 5:1", "61; 2/1 bar/24", "bar first", NULL },
	{ "one on the bar cannot lose yet", "bar:1 2:1", CLOSED, "62", "stuck", NULL },
};

static const struct worked RACE[] = {
	{ "all enter from the reserve", WAITING, WAITING, "53; res/20 res/22", "next", "22:1 20:1 res:13 | res:15" },
	{ "or one runs on", WAITING, WAITING, "53; res/20 20/17", "next", NULL },
	{ "two ways with two dice", WAITING, WAITING, "53; ?", "2 plays", NULL },
	{ "five with a double", WAITING, WAITING, "44; ?", "5 plays", NULL },
	{ "those on the board may move while others wait", "res:10 20:5", WAITING, "21; 20/18 20/19", "next", NULL },
	{ "the bar before the reserve", "bar:1 res:5 20:9", WAITING, "31; res/22 bar/24", "bar first", NULL },
	{ "then the reserve", "bar:1 res:5 20:9", WAITING, "31; bar/24 res/22", "next", NULL },
	{ "no bearing off while one waits", "res:1 6:2", "3:2", "61; 6/off res/24", "not home", NULL },
	{ "entry is blocked like a landing", WAITING, "5:2 res:13", "55", "stuck", NULL },
	{ "entering hits", WAITING, "5:1 res:14", "52; res/20 res/23", "next", "23:1 20:1 res:13 | bar:1 res:14" },
	{ "a reserve counts like the bar", "1:1", "res:1 10:14", "21; 1/off", "wins 3", NULL },
	{ "gammon", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
	{ "one is off, another waits", "1:1", "res:1 10:13", "21; 1/off", "wins 1", NULL },
};

static const struct worked CROWDED[] = {
	{ "five wait beside the start", CROWD, CROWD, "31; ?", "24 plays", NULL },
	{ "they may enter", CROWD, CROWD, "31; res/24 res/22", "next", "24:3 22:1 13:5 8:3 6:5 res:3 | " CROWD },
	{ "they need not", CROWD, CROWD, "31; 8/5 6/5", "next", NULL },
	{ "his six point is closed to them", CROWD, CROWD, "66; res/19 13/7 13/7 13/7", "blocked", NULL },
	{ "one enters, one moves", CROWD, CROWD, "65; res/20 13/7", "next", NULL },
	{ "the bar before the reserve", "bar:1 res:5 8:14", CROWD, "31; res/22 bar/24", "bar first", NULL },
	{ "no bearing off while one waits", "res:1 6:19", "3:20", "61; 6/off res/24", "not home", NULL },
	{ "all twenty home", "6:20", "3:20", "66; 6/off 6/off 6/off 6/off", "next", "6:16 | 3:20" },
	{ "one of twenty off: single", "1:1", "10:19", "21; 1/off", "wins 1", NULL },
	{ "none of twenty off: gammon", "1:1", "10:20", "21; 1/off", "wins 2", NULL },
	{ "none off and one waits: backgammon", "1:1", "res:1 10:19", "21; 1/off", "wins 3", NULL },
};

static const struct worked HYPER[] = {
	{ "three checkers, 2-1", "24:1 23:1 22:1", "24:1 23:1 22:1", "21; ?", "6 plays", NULL },
	{ "6-6", "24:1 23:1 22:1", "24:1 23:1 22:1", "66; ?", "12 plays", NULL },
	{ "a play that hits twice", "13:1 8:1 1:1", "18:1 20:1 10:1", "63; 13/7 8/5", "next", "7:1 5:1 1:1 | bar:2 10:1" },
	{ "hit and run", "13:1 10:1 6:1", "18:1 20:1 23:1", "61; 13/7 7/6", "next", "10:1 6:2 | bar:1 20:1 23:1" },
	{ "two on the bar, one number enters", "bar:2 5:1", "6:2 10:1", "61; bar/24", "next", "bar:1 24:1 5:1 | 6:2 10:1" },
	{ "and the rest is lost", "bar:2 5:1", "6:2 10:1", "61; bar/24 5/4", "too many", NULL },
	{ "all three must be home", "24:1 6:1 5:1", "12:3", "65; 6/off 24/19", "not home", NULL },
	{ "gammon: none of three off", "3:1 2:1", "12:3", "32; 3/off 2/off", "wins 2", NULL },
	{ "single: one of three off", "3:1", "12:2", "63; 3/off", "wins 1", NULL },
	{ "backgammon: on the bar", "3:1", "12:2 bar:1", "63; 3/off", "wins 3", NULL },
	{ "backgammon: in the winner's home", "3:1", "12:2 24:1", "63; 3/off", "wins 3", NULL },
};

static const struct worked CLONING[] = {
	{ "the start is backgammon's", START, START, "31; ?", "16 plays", NULL },
	{ "a hit brings a new checker", "13:2 6:13", "18:1 3:14", "61; 13/7 7/6", "next", "13:1 6:14 res:1 | bar:1 3:14" },
	{ "it may enter with the next die", "13:2 6:13", "18:1 3:14", "61; 13/7 res/24", "next", "24:1 13:1 7:1 6:13 | bar:1 3:14" },
	{ "not before the hit", "13:2 6:13", "18:1 3:14", "61; res/24 13/7", "no checker", NULL },
	{ "two hits, two clones", "13:1 12:1 6:13", "18:1 14:1 3:13", "61; 13/7 12/11", "next", "11:1 7:1 6:13 res:2 | bar:2 3:13" },
	{ "it may wait", "res:1 13:2 6:13", "3:15", "61; 13/7 7/6", "next", NULL },
	{ "the bar comes first", "bar:1 res:2 6:14", "3:15", "61; res/24 bar/19", "bar first", NULL },
	{ "hit from the bar, and the clone enters", "bar:1 6:14", "5:1 3:14", "52; bar/20 res/23", "next", "23:1 20:1 6:14 | bar:1 3:14" },
	{ "clones must be home too", "res:1 6:14 off:1", "3:15", "62; 6/off res/23", "not home", NULL },
	{ "more than fifteen on a point", "6:17", "3:15", "66; 6/off 6/off 6/off 6/off", "next", "6:13 off:4 | 3:15" },
	{ "the last clone there is", "res:238 13:2 6:14", "18:1 3:14", "61; 13/7 7/6", "next",
	    "13:1 6:15 res:239 | bar:1 3:14" },
	{ "255 are enough", "res:239 13:2 6:14", "18:1 3:14", "61; 13/7 7/6", "next",
	    "13:1 6:15 res:239 | bar:1 3:14" },
	{ "off with all of them", "1:1 off:16", "10:15", "21; 1/off", "wins 1", NULL },
	{ "not with the fifteenth", "1:2 off:15", "10:15", "62; 1/off 1/off", "wins 1", NULL },
	{ "never a gammon", "1:1", "bar:1 10:14", "21; 1/off", "wins 1", NULL },
};

static const struct worked LONGGAMMON[] = {
	{ "all begin at the back", ALL, ALL, "21; 24/22 24/23", "next", NULL },
	{ "or one runs", ALL, ALL, "21; ?", "2 plays", NULL },
	{ "6-6 cannot reach his start", ALL, ALL, "66; ?", "4 plays", NULL },
	{ "his fifteen close a point", "24:13 7:2", ALL, "61; 7/1 24/23", "blocked", NULL },
	{ "a blot is hit", ALL, "24:14 5:1", "41; 24/20 24/23", "next", "24:13 23:1 20:1 | bar:1 24:14" },
	{ "the bar first", "bar:1 24:14", ALL, "21; 24/23 bar/23", "bar first", NULL },
	{ "then the others", "bar:1 24:14", ALL, "21; bar/23 24/23", "next", NULL },
	{ "closed out", "bar:1 18:14", CLOSED, "61", "stuck", NULL },
	{ "the larger die", "10:1", "24:2", "63; 10/7", "larger die", NULL },
	{ "single", "2:1", "24:14", "32; 2/off", "wins 1", NULL },
	{ "gammon", "2:1", "10:15", "32; 2/off", "wins 2", NULL },
	{ "backgammon", "2:1", ALL, "32; 2/off", "wins 3", NULL },
};

/* Both number alike here: quadrant A is 24..19, D is 6..1. */
static const struct worked GRASSHOPPER[] = {
	{ "one enters in A", GRASS, GRASS, "res/24", "next", "24:1 res:13 | " GRASS },
	{ "then the other on another point", GRASS, GRASS, "res/24; res/24", "forbidden", NULL },
	{ "only in A", GRASS, GRASS, "res/18", "forbidden", NULL },
	{ "only on a vacant point", "24:1 res:13", GRASS, "res/24", "forbidden", NULL },
	{ "on to the next quadrant, any distance", "24:1 res:13", GRASS, "24/13", "next", NULL },
	{ "not within a quadrant", "24:1 res:13", GRASS, "24/20", "forbidden", NULL },
	{ "not over two", "24:1 res:13", GRASS, "24/12", "forbidden", NULL },
	{ "not onto his checker", "24:1 res:13", "18:1 res:13", "24/18", "forbidden", NULL },
	{ "six apart: a wall", "24:1 18:1 res:12", GRASS, "24/18", "next", "18:2 res:12 | " GRASS },
	{ "five apart: none", "23:1 18:1 res:12", GRASS, "23/18", "forbidden", NULL },
	{ "no single across a wall", "23:1 res:13", "18:1 17:2 res:11", "23/16", "forbidden", NULL },
	{ "nor one's own wall", "23:1 17:2 res:11", GRASS, "23/16", "forbidden", NULL },
	{ "before the wall it may stop", "23:1 res:13", "17:2 res:12", "23/18", "next", NULL },
	{ "the top of a wall jumps walls", "24:2 res:12", "17:2 res:12", "24/14", "next", "24:1 14:1 res:12 | 17:2 res:12" },
	{ "and builds another", "24:2 18:1 res:11", GRASS, "24/18", "next", "24:1 18:2 res:11 | " GRASS },
	{ "no third on a wall", "24:1 18:2 res:11", GRASS, "24/18", "forbidden", NULL },
	{ "a wall in D leaves as one turn", "6:2 res:12", GRASS, "6/off", "next", "res:12 off:2 | " GRASS },
	{ "a single does not", "6:1 res:13", GRASS, "6/off", "forbidden", NULL },
	{ "nor moves on", "6:1 res:13", GRASS, "6/1", "forbidden", NULL },
	{ "a wall in C does not leave", "8:2 res:12", GRASS, "8/off", "forbidden", NULL },
	{ "two walls off in a row win", "6:2 5:2 res:10", GRASS, "6/off; res/24; 5/off", "wins 1", NULL },
	{ "not with one of his between", "6:2 5:2 4:2 res:8", "3:2 res:12", "6/off; 3/off; 5/off", "next", NULL },
	{ "the row begins anew", "6:2 5:2 4:2 res:8", "3:2 res:12", "6/off; 3/off; 5/off; res/24; 4/off", "wins 1", NULL },
	{ "for the other too", "6:2 res:12", "5:2 4:2 res:10", "res/24; 5/off; res/23; 4/off", "loses 1", NULL },
	{ "who can do nothing passes", "res:3", "1:1", "res/24", "he passes", NULL },
	{ "nobody can: draw", "7:1", "1:1", "7/6", "he passes stuck draw", NULL },
};

static const struct worked PLAKOTO[] = {
	{ "all begin at the start", ALL, ALL, "21; 24/22 24/23", "next", NULL },
	{ "6-6: one way less, his start is closed", ALL, ALL, "66; ?", "4 plays", NULL },
	{ "a lone checker is pinned, not hit", ALL, "24:14 5:1", "41; 24/20 24/23", "next", "24:13 23:1 20:1 | 24:14 5:1!" },
	{ "the pinned one cannot move", "24:14 20:1!", "24:14 5:1", "21; 20/18 24/23", "pinned", NULL },
	{ "one pinner closes the point", "24:13 23:1 20:1!", "24:14 5:1", "31; 23/20 24/23", "blocked", NULL },
	{ "the pinner may bring more", "24:14 20:1", "24:14 5:1!", "41; 24/20 24/23", "next", NULL },
	{ "the last pinner frees it by leaving", "24:14 20:1", "24:14 5:1!", "21; 20/18 24/23", "next", "24:13 23:1 18:1 | 24:14 5:1" },
	{ "one of two pinners does not", "24:13 20:2", "24:14 5:1!", "21; 20/18 24/23", "next", "24:12 23:1 20:1 18:1 | 24:14 5:1!" },
	{ "two close as always", ALL, "24:13 5:2", "41; 24/20 24/23", "blocked", NULL },
	{ "no bearing off while pinned", "6:2 3:1!", "22:1 12:2", "65; 6/off", "pinned", NULL },
	{ "so the other die it is", "6:2 3:1!", "22:1 12:2", "65; 6/1", "next", NULL },
	{ "pinning somebody does not hinder", "6:2 3:1", "22:1! 12:2", "65; 6/off 6/1", "next", NULL },
	{ "his mother pinned: lost, doubly", "12:1 3:1", "24:1 10:14", "21; 3/1 12/11", "wins 2", NULL },
	{ "not while I have one at my own start", "24:1 12:1 3:1", "24:1 10:14", "21; 3/1 12/11", "next", NULL },
	{ "but as soon as that has left", "24:1 12:1 1:1", "24:1! 10:14", "21; 24/22 12/11", "wins 2", NULL },
	{ "two at the start cannot be pinned", "12:1 3:1", "24:2 10:13", "21; 3/1 12/11", "blocked", NULL },
	{ "both mothers: draw", "24:1! 12:1 3:1", "24:1 10:13 1:1", "21; 3/1 12/11", "draw", NULL },
	{ "it is the whole play that counts", "12:1 2:1", "24:1 10:14", "11; 2/1 12/11 11/10 10/9", "wins 2", NULL },
	{ "and not what it passes", "12:1 3:1 1:1", "24:1! 23:1 10:13", "11; 12/11 11/10 10/9 9/8", "wins 2", NULL },
	{ "nobody can play any roll: draw", "24:1! 1:14", "24:1! 1:14", "66", "stuck draw", NULL },
	{ "single", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "double: none off", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
};

static const struct worked TAPA[] = {
	{ "the start is Plakoto's", ALL, ALL, "66; ?", "4 plays", NULL },
	{ "a lone checker is pinned", ALL, "24:14 7:1", "61; 24/18 24/23", "next", "24:13 23:1 18:1 | 24:14 7:1!" },
	{ "who pins cannot be pinned", "24:13 23:1 20:1!", "24:14 5:1", "31; 23/20 24/23", "blocked", NULL },
	{ "the pinned one cannot move", "24:14 18:1!", "24:14 7:1", "21; 24/23 18/16", "pinned", NULL },
	{ "free when the pinner leaves", "24:14 18:1", "24:14 7:1!", "31; 18/15 24/23", "next", "24:13 23:1 15:1 | 24:14 7:1" },
	{ "no bearing off while pinned", "5:2 2:1!", "23:1 12:2", "54; 5/off", "pinned", NULL },
	{ "the mother: lost doubly", "12:1 4:1", "24:1 10:14", "31; 4/1 12/11", "wins 2", NULL },
	{ "not while mine stand at home", "24:2 12:1 4:1", "24:1 10:14", "31; 4/1 12/11", "next", NULL },
	{ "both mothers: draw", "24:1! 12:1 4:1", "24:1 10:13 1:1", "31; 4/1 12/11", "draw", NULL },
	{ "single", "2:1", "10:14", "32; 2/off", "wins 1", NULL },
	{ "double", "2:1", "10:15", "32; 2/off", "wins 2", NULL },
};

/* The opponent's 24 is my 12, his 12 my 24. */
static const struct worked FEVGA[] = {
	{ "6-6: the runner stops before his start", ALL, ALL, "66; 24/18", "next", "24:14 18:1 | " ALL },
	{ "there is nothing else", ALL, ALL, "66; ?", "1 plays", NULL },
	{ "only the first checker moves", "24:14 20:1", ALL, "21; 24/22 20/19", "forbidden", NULL },
	{ "with all of the roll", "24:14 20:1", ALL, "21; 20/18 18/17", "next", NULL },
	{ "past his start it frees the others at once", "24:14 13:1", ALL, "21; 13/11 24/23", "next", NULL },
	{ "not before", "24:14 13:1", ALL, "21; 24/23 13/11", "forbidden", NULL },
	{ "on his start is not past it", "24:14 14:1", "10:15", "21; 14/12 24/23", "forbidden", NULL },
	{ "one checker closes a point", "24:14 11:1", "24:14 11:1", "61; 24/23 24/18", "blocked", NULL },
	{ "not all six points of one's start", "24:9 23:1 22:1 21:1 20:1 11:2", ALL, "51; 24/19 11/10", "forbidden", NULL },
	{ "not for a moment", "24:9 23:1 22:1 21:1 20:1 11:2", ALL, "51; 24/19 20/19", "forbidden", NULL },
	{ "five of them", "24:9 23:1 22:1 21:1 20:1 11:2", ALL, "51; 20/19 24/19", "next", NULL },
	{ "no prime right before all he has", "24:6 13:1 11:2 10:2 9:2 8:1 7:1", ALL, "61; 13/7 7/6", "forbidden", NULL },
	{ "one that stands is opened", "24:6 11:2 10:2 9:2 8:1 7:1 6:1", ALL, "61; 24/18 24/23", "forbidden", NULL },
	{ "so", "24:6 11:2 10:2 9:2 8:1 7:1 6:1", ALL, "61; 7/1 24/23", "next", NULL },
	{ "allowed when one of his is elsewhere", "24:6 13:1 11:2 10:2 9:2 8:1 7:1", "24:14 10:1", "61; 13/7 7/6", "next", NULL },
	{ "single", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "double: none off", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
	{ "never triple", "1:1", ALL, "21; 1/off", "wins 2", NULL },
};

static const struct worked NARDE[] = {
	{ "6-6 first: two leave the head", ALL, ALL, "66; 24/18 24/18", "next", "24:13 18:2 | " ALL },
	{ "4-4 first", ALL, ALL, "44; 24/20 20/16 24/20 20/16", "next", NULL },
	{ "3-3 first", ALL, ALL, "33; 24/21 24/21 21/18 21/18", "next", NULL },
	{ "never three", ALL, ALL, "33; 24/21 24/21 24/21 21/18", "forbidden", NULL },
	{ "later only one", "24:14 20:1", ALL, "21; 24/22 24/23", "forbidden", NULL },
	{ "which may run on", "24:14 20:1", ALL, "21; 24/22 22/21", "next", NULL },
	{ "no runner: any other moves", "24:14 20:1", ALL, "21; 24/22 20/19", "next", NULL },
	{ "one a turn, doubles too", "24:13 20:2", ALL, "11; 24/23 24/23 20/19 20/19", "forbidden", NULL },
	{ "one checker closes a point", "24:14 11:1", "24:14 11:1", "61; 24/23 11/5", "blocked", NULL },
	{ "no six in a row with nobody past it", "24:9 13:1 11:1 10:1 9:1 8:1 7:1", ALL, "61; 13/7 7/6", "forbidden", NULL },
	{ "one past it is enough", "24:9 13:1 11:1 10:1 9:1 8:1 7:1", "24:14 10:1", "61; 13/7 7/6", "next", NULL },
	{ "at his goal nobody can be past it", "24:9 19:1 18:1 17:1 16:1 15:1 14:1", ALL, "61; 19/13 24/23", "forbidden", NULL },
	{ "single", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "double", "1:1", ALL, "21; 1/off", "wins 2", NULL },
};

static const struct worked MOULTEZIM[] = {
	{ "6-6: the runner stops", ALL, ALL, "66; 24/18", "next", NULL },
	{ "only the first checker moves", "24:14 20:1", ALL, "21; 24/22 20/19", "forbidden", NULL },
	{ "with all of the roll", "24:14 20:1", ALL, "21; 20/18 18/17", "next", NULL },
	{ "past his start the others are free", "24:14 13:1", ALL, "21; 13/11 24/23", "next", NULL },
	{ "four points of his starting table", "24:10 13:1 11:1 10:1 9:1 6:1", "3:1 2:14", "51; 13/12 24/19", "next", NULL },
	{ "not five", "24:10 13:1 11:1 10:1 9:1 8:1", "3:1 2:14", "61; 13/12 24/18", "forbidden", NULL },
	{ "not for a moment", "24:10 13:1 11:1 10:1 9:1 8:1", "3:1 2:14", "61; 13/12 12/6", "forbidden", NULL },
	{ "one may leave and another come", "24:10 13:1 11:1 10:1 9:1 8:1", "3:1 2:14", "61; 8/2 13/12", "next", NULL },
	{ "all six of one's own start are allowed", "24:9 23:1 22:1 21:1 20:1 11:2", ALL, "51; 24/19 11/10", "next", NULL },
	{ "one checker closes a point", "24:14 11:1", "24:14 11:1", "61; 24/23 24/18", "blocked", NULL },
	{ "single", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "double", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
};

static const struct worked GULBARA[] = {
	{ "nobody has to run first", ALL, ALL, "21; 24/22 24/23", "next", NULL },
	{ "any number leaves the start", ALL, ALL, "66; 24/18 24/18 24/18 24/18", "next", NULL },
	{ "a double brings the next higher", ALL, ALL, "55; 24/19 24/19 24/19 24/19", "plays 66", NULL },
	{ "up to 6-6", ALL, ALL, "55; 24/19 24/19 24/19 24/19; 24/18 24/18 24/18 24/18", "next", NULL },
	{ "1-1 brings 2-2", ALL, ALL, "11; 24/23 24/23 24/23 24/23", "plays 22", NULL },
	{ "and that 3-3", ALL, ALL, "11; 24/23 24/23 24/23 24/23; 24/22 24/22 24/22 24/22", "plays 33", NULL },
	{ "the chain ends where nothing goes", ALL, "24:13 6:1 1:1", "55; 24/19 24/19 24/19 24/19", "plays 66 stuck", NULL },
	{ "and where not all four go", "22:1 3:14", "24:14 9:1", "55; 22/17", "next", NULL },
	{ "it must be played on", ALL, ALL, "55; 24/19 24/19 24/19 24/19; 24/18", "too few", NULL },
	{ "one checker closes a point", "24:15", "24:14 11:1", "61; 24/23 24/18", "blocked", NULL },
	{ "six in a row are allowed", "24:9 13:1 11:1 10:1 9:1 8:1 7:1", ALL, "61; 13/7 7/6", "next", NULL },
	{ "single", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "double", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
};

static const struct worked ACEY[] = {
	{ "1-2 played: name a double", WAITING, WAITING, "12; res/24 res/23", "name", NULL },
	{ "play it", WAITING, WAITING, "12; res/24 res/23; name 6", "plays 66", NULL },
	{ "then roll again", WAITING, WAITING, "12; res/24 res/23; name 6; res/19 res/19 res/19 res/19", "again", NULL },
	{ "an ordinary roll ends the turn", WAITING, WAITING, "12; res/24 res/23; name 6; res/19 res/19 res/19 res/19; 31; res/22 res/24", "next", NULL },
	{ "another 1-2 begins anew", WAITING, WAITING, "12; res/24 res/23; name 6; res/19 res/19 res/19 res/19; 21; res/24 res/23", "name", NULL },
	{ "the name comes before the roll", WAITING, WAITING, "12; res/24 res/23; 31", "name first", NULL },
	{ "only when asked", WAITING, WAITING, "31; name 6", "nothing to name", NULL },
	{ "1-2 not both played: the rest is lost", "bar:2 res:13", "1:2 res:13", "12; bar/23", "next", NULL },
	{ "a double that cannot be moved may be named", WAITING, "8:2 7:2 6:2 res:9", "12; res/24 res/23; name 6", "plays 66 stuck", NULL },
	{ "one played in part ends the turn", "res:1 2:14", "12:2 4:13", "12; res/24 24/22; name 3; 22/19 19/16", "next", NULL },
	{ "an ordinary double brings nothing", WAITING, WAITING, "44; res/21 res/21 res/21 res/21", "next", NULL },
	{ "the bar before the reserve", "bar:1 res:5 20:9", WAITING, "31; res/22 bar/24", "bar first", NULL },
	{ "two close, one is hit", WAITING, "5:1 4:2 res:12", "54; res/21 res/20", "blocked", NULL },
	{ "larger numbers bear off too", "4:2 2:1", "10:15", "65; 4/off 4/off", "next", NULL },
	{ "a point for each checker left", "1:1", "10:4", "31; 1/off", "wins 4", NULL },
	{ "wherever it is", "1:1", "bar:1 res:2 10:12", "31; 1/off", "wins 15", NULL },
	{ "won in the middle of a turn", "2:1", "10:1", "12; 2/1 1/off", "wins 1", NULL },
	{ "or with the double named", "6:1 5:1 3:1", "10:2", "12; 6/5 5/3; name 6; 5/off 3/off", "too few", NULL },
};

static const struct worked EUROPEAN[] = {
	{ "a double brings its complement", WAITING, WAITING, "44; res/21 res/21 res/21 res/21", "plays 33", NULL },
	{ "then a new roll", WAITING, WAITING, "44; res/21 res/21 res/21 res/21; res/22 res/22 res/22 res/22", "again", NULL },
	{ "6-6 and 1-1", WAITING, WAITING, "66; res/19 res/19 res/19 res/19", "plays 11", NULL },
	{ "1-1 and 6-6", WAITING, WAITING, "11; res/24 res/24 res/24 res/24", "plays 66", NULL },
	{ "1-2: name a double", WAITING, WAITING, "12; res/24 res/23", "name", NULL },
	{ "its complement too", WAITING, WAITING, "12; res/24 res/23; name 5; res/20 res/20 res/20 res/20", "plays 22", NULL },
	{ "then a new roll", WAITING, WAITING, "12; res/24 res/23; name 5; res/20 res/20 res/20 res/20; res/23 res/23 res/23 res/23", "again", NULL },
	{ "a complement that cannot be played ends the turn", WAITING, "7:2 3:2 res:11", "44; res/21 res/21 res/21 res/21", "plays 33 stuck", NULL },
	{ "a double played in part too", "res:2 3:13", "8:2 10:13", "44; res/21 res/21", "next", NULL },
	{ "an ordinary roll", WAITING, WAITING, "63; res/19 res/22", "next", NULL },
	{ "the bar before the reserve", "bar:1 res:5 20:9", WAITING, "31; res/22 bar/24", "bar first", NULL },
	{ "a point for each checker left", "1:1", "res:3 10:4", "31; 1/off", "wins 7", NULL },
};

static const struct worked PORTES[] = {
	{ "the start is backgammon's", START, START, "31; ?", "16 plays", NULL },
	{ "plays as well", START, START, "61; 13/7 8/7", "next", NULL },
	{ "hits as well", "13:2 6:2", "18:1 1:2", "61; 13/7 7/6", "next", "13:1 6:3 | bar:1 1:2" },
	{ "the bar first", "bar:1 13:2", "6:2 5:1", "61; 13/7 bar/24", "bar first", NULL },
	{ "closed out", "bar:1 6:2", CLOSED, "61", "stuck", NULL },
	{ "the larger die", "10:1", "24:2", "63; 10/7", "larger die", NULL },
	{ "all home to bear off", "7:1 6:2", "12:2", "62; 6/off 7/5", "not home", NULL },
	{ "single", "1:1", "10:14", "21; 1/off", "wins 1", NULL },
	{ "double: none off", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
	{ "no triple, on the bar", "1:1", "10:14 bar:1", "21; 1/off", "wins 2", NULL },
	{ "no triple, in the winner's home", "2:1", "10:14 24:1", "62; 2/off", "wins 2", NULL },
};

static const struct worked TAVLI_1[] = {
	{ "first Portes", START, START, "31; ?", "16 plays", NULL },
	{ "which hits", "13:2 6:2", "18:1 1:2", "61; 13/7 7/6", "next", "13:1 6:3 | bar:1 1:2" },
	{ "and has no triple", "1:1", "10:14 bar:1", "21; 1/off", "wins 2", NULL },
};
static const struct worked TAVLI_2[] = {
	{ "then Plakoto", ALL, ALL, "66; ?", "4 plays", NULL },
	{ "which pins", ALL, "24:14 5:1", "41; 24/20 24/23", "next", "24:13 23:1 20:1 | 24:14 5:1!" },
	{ "has the mother", "12:1 3:1", "24:1 10:14", "21; 3/1 12/11", "wins 2", NULL },
	{ "and the draw", "24:1! 12:1 3:1", "24:1 10:13 1:1", "21; 3/1 12/11", "draw", NULL },
};
static const struct worked TAVLI_3[] = {
	{ "then Fevga", ALL, ALL, "66; ?", "1 plays", NULL },
	{ "which has the runner", "24:14 20:1", ALL, "21; 24/22 20/19", "forbidden", NULL },
	{ "one checker closes", "24:14 11:1", "24:14 11:1", "61; 24/23 24/18", "blocked", NULL },
	{ "double", "1:1", "10:15", "21; 1/off", "wins 2", NULL },
};
static const struct worked TAVLI_4[] = {
	{ "then Portes again", START, START, "31; ?", "16 plays", NULL },
};
/* clang-format on */

#define GAME(name, rows)                                                                       \
	{                                                                                      \
		name, rows, ARRAY_LEN(rows)                                                    \
	}
static const struct game GAMES[] = {
	GAME("backgammon", BACKGAMMON),
	GAME("nackgammon", NACKGAMMON),
	GAME("anti", ANTI),
	GAME("race", RACE),
	GAME("crowded", CROWDED),
	GAME("hyper", HYPER),
	GAME("cloning", CLONING),
	GAME("grasshopper", GRASSHOPPER),
	GAME("longgammon", LONGGAMMON),
	GAME("plakoto", PLAKOTO),
	GAME("fevga", FEVGA),
	GAME("acey-deucey", ACEY),
	GAME("portes", PORTES),
	GAME("tavli 1", TAVLI_1),
	GAME("tavli 2", TAVLI_2),
	GAME("tavli 3", TAVLI_3),
	GAME("tavli 4", TAVLI_4),
	GAME("european", EUROPEAN),
	GAME("narde", NARDE),
	GAME("moultezim", MOULTEZIM),
	GAME("tapa", TAPA),
	GAME("gulbara", GULBARA),
};

static struct move_space space;
static struct match_events events;

/* The table of games may grow after its tests: positions may stand here before their row. */
static bool
is_played(const char *name)
{
	return strncmp(name, "tavli", 5) == 0 || variant_find(name) != NULL;
}

/* ---- positions ---- */

static struct board
board_of(const struct variant *v, enum seat mover, const char *mine, const char *his)
{
	struct board b;

	row_position(v, mover == SEAT_0 ? mine : his, mover == SEAT_0 ? his : mine, &b);
	return b;
}

/* ---- matches ---- */

static void
apply(struct match_state *m, const struct action *a)
{
	assert_int_equal(match_apply(m, a, &space, &events).err, MATCH_OK);
}

/* Begins the next game; winner has the higher die where dice are thrown. */
static void
start(struct match_state *m, enum seat first, bool jacoby)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .roll_no = m->next_roll };

	a.start.jacoby = jacoby;
	if (match_needs_opening(m)) {
		a.start.npairs = 1;
		a.start.pair[0].d[first] = 6;
		a.start.pair[0].d[seat_other(first)] = 1;
	}
	apply(m, &a);
}

static void
lose(struct match_state *m, enum seat loser)
{
	struct action resign = { .kind = ACT_RESIGN, .seat = loser, .size = 1 };
	struct action accept = { .kind = ACT_RESIGN_ACCEPT, .seat = seat_other(loser) };

	apply(m, &resign);
	apply(m, &accept);
}

/* An unlimited match whose game `no` has come to this position; mover is on turn. */
static struct match_state
match_at(const char *name, unsigned no, enum seat mover, const struct worked *w)
{
	struct match_state m;

	match_init(&m, variant_find(name), 0);
	for (unsigned i = 1; i < no; i++) {
		start(&m, SEAT_0, false);
		lose(&m, SEAT_0);
	}
	start(&m, mover, false);
	m.board = board_of(m.variant, mover, w->mover, w->other);
	m.turn = mover;
	m.opening = false;
	m.dice = (struct dice_pair){ { 0, 0 } };
	m.pieces = m.variant->no_dice;
	m.phase = m.variant->no_dice ? PH_MOVE : PH_ROLL;
	assert_true(match_check(&m));
	return m;
}

/* ---- deeds ---- */

static struct action
deed(const struct match_state *m, const char *text)
{
	struct action a = { .kind = ACT_MOVE, .seat = m->turn };
	unsigned n;

	if (sscanf(text, "name %u", &n) == 1) {
		a.kind = ACT_NAME;
		a.size = (uint8_t)n;
	} else if (strlen(text) == 2 && text[0] >= '1' && text[0] <= '6') {
		a.kind = ACT_ROLL;
		a.roll_no = m->next_roll;
		a.dice = (struct dice_pair){ { (uint8_t)(text[0] - '0'),
		    (uint8_t)(text[1] - '0') } };
	} else {
		assert_true(notation_read(text, &a.play));
	}
	return a;
}

static const char *
refusal(struct match_error e)
{
	static const char *const why[] = {
		[MOVE_TOO_FEW] = "too few",
		[MOVE_TOO_MANY] = "too many",
		[MOVE_NO_CHECKER] = "no checker",
		[MOVE_NOT_ON_DICE] = "not on dice",
		[MOVE_BLOCKED] = "blocked",
		[MOVE_BAR_FIRST] = "bar first",
		[MOVE_NOT_HOME] = "not home",
		[MOVE_BAD_BEAROFF] = "bad bearoff",
		[MOVE_LARGER_DIE] = "larger die",
		[MOVE_USES_FEWER] = "uses fewer",
		[MOVE_PINNED] = "pinned",
		[MOVE_FORBIDDEN] = "forbidden",
	};

	if (e.err == MATCH_BAD_MOVE)
		return why[e.move];
	return e.err == MATCH_NAME_DOUBLE       ? "name first"
	       : e.err == MATCH_NOTHING_TO_NAME ? "nothing to name"
						: "refused";
}

/* What the events say, as `me` sees it. */
static void
tell(struct sbuf *out, const struct match_state *m, enum seat me)
{
	unsigned said = 0;

	for (unsigned i = 0; i < events.n; i++) {
		const struct match_event *e = &events.e[i];
		const char *blank = said > 0 ? " " : "";

		said++;
		if (e->kind == EV_PLAYS_DOUBLE)
			sbuf_addf(out, "%splays %u%u", blank, e->dice.d[0], e->dice.d[1]);
		else if (e->kind == EV_CANNOT_MOVE)
			sbuf_addf(out, "%s%s", blank, e->seat == me ? "stuck" : "he passes");
		else if (e->kind == EV_NAME_ASKED)
			sbuf_addf(out, "%sname", blank);
		else if (e->kind == EV_ROLLS_AGAIN)
			sbuf_addf(out, "%sagain", blank);
		else if (e->kind == EV_GAME_DRAWN)
			sbuf_addf(out, "%sdraw", blank);
		else if (e->kind == EV_GAME_WON)
			sbuf_addf(out, "%s%s %u", blank, e->seat == me ? "wins" : "loses",
			    (unsigned)e->points);
		else
			said--;
	}
	if (said == 0)
		sbuf_add(out, m->turn == me ? "mine" : "next");
}

static void
count_plays(struct sbuf *out, const struct match_state *m)
{
	unsigned n =
	    move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &space);

	sbuf_addf(out, "%u plays", n);
}

/* Does all deeds of a script; *out gets the outcome of the last. */
static void
run(struct match_state *m, const char *script, enum seat me, struct sbuf *out)
{
	while (*script != '\0') {
		size_t n = strcspn(script, ";");
		bool last = script[n] == '\0';
		struct match_error e;
		struct action a;
		char text[64];

		assert_true(n < sizeof(text));
		(void)snprintf(text, sizeof(text), "%.*s", (int)n, script);
		script += last ? n : n + 2;
		if (strcmp(text, "?") == 0) {
			count_plays(out, m);
			return;
		}
		a = deed(m, text);
		e = match_apply(m, &a, &space, &events);
		if (e.err != MATCH_OK && !last)
			fail_msg("%s: %s", text, refusal(e));
		if (e.err != MATCH_OK)
			sbuf_add(out, refusal(e));
		else if (last)
			tell(out, m, me);
	}
}

static void
check_after(const struct match_state *m, enum seat mover, const struct worked *w)
{
	char mine[64], his[64];
	struct board want;

	assert_int_equal(sscanf(w->after, "%63[^|]| %63[^|]", mine, his), 2);
	want = board_of(m->variant, mover, mine, his);
	if (memcmp(&want, &m->board, sizeof(want)) != 0)
		fail_msg("%s: %s: not %s", m->variant->name, w->rule, w->after);
}

static void
check_worked(const struct game *g, const struct worked *w, enum seat mover)
{
	char name[24], outcome[64];
	struct match_state m;
	unsigned no = 1;
	struct sbuf out;

	assert_true(sscanf(g->name, "%23[a-z-] %u", name, &no) >= 1);
	name[strcspn(name, " ")] = '\0';
	m = match_at(name, no, mover, w);
	SBUF_ON(&out, outcome);
	run(&m, w->script, mover, &out);
	if (strcmp(outcome, w->outcome) != 0)
		fail_msg("%s: %s: %s | %s: %s: %s instead of %s", g->name, w->rule, w->mover,
		    w->other, w->script, outcome, w->outcome);
	if (w->after != NULL)
		check_after(&m, mover, w);
}

static void
worked_positions(void **state)
{
	(void)state;
	for (size_t g = 0; g < ARRAY_LEN(GAMES); g++)
		for (size_t i = 0; i < GAMES[g].rows && is_played(GAMES[g].name); i++) {
			check_worked(&GAMES[g], &GAMES[g].row[i], SEAT_0);
			check_worked(&GAMES[g], &GAMES[g].row[i], SEAT_1);
		}
}

static size_t
rows_of(const char *name)
{
	size_t n = 0;

	for (size_t g = 0; g < ARRAY_LEN(GAMES); g++)
		if (strncmp(GAMES[g].name, name, strlen(name)) == 0)
			n += GAMES[g].rows;
	return n;
}

/* A game of the table without its positions is not done. */
static void
each_game_has_ten_positions(void **state)
{
	(void)state;
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (rows_of(v->name) < 10)
			fail_msg("%s has %u", v->name, (unsigned)rows_of(v->name));
}

/* ---- the course of a match ---- */

struct course {
	const char *name;
	unsigned checkers, pips;
	bool cube;
	unsigned resign_max;
	bool opening_dice; /* who has the higher die plays both, else he rolls again */
	bool winner;       /* who won the last game begins */
};

/* clang-format off */
static const struct course COURSES[] = {
	{ "backgammon",  15, 167, true,  3, true,  false },
	{ "nackgammon",  15, 194, true,  3, true,  false },
	{ "anti",        15, 167, true,  3, true,  false },
	{ "race",        15, 375, true,  3, true,  false },
	{ "crowded",     20, 292, true,  3, true,  false },
	{ "hyper",        3,  69, true,  3, true,  false },
	{ "cloning",     15, 167, true,  1, true,  false },
	{ "grasshopper", 14, 350, false, 1, false, false },
	{ "plakoto",     15, 360, false, 2, false, true },
	{ "fevga",       15, 360, false, 2, false, true },
	{ "acey-deucey", 15, 375, false, 1, false, false },
	{ "longgammon",  15, 360, true,  3, true,  false },
	{ "portes",      15, 167, false, 2, false, true },
	{ "european",    15, 375, false, 1, false, false },
	{ "narde",       15, 360, false, 2, false, true },
	{ "moultezim",   15, 360, false, 2, false, true },
	{ "tapa",        15, 360, false, 2, false, true },
	{ "gulbara",     15, 360, false, 2, false, true },
};
/* clang-format on */

static const struct course *
course_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(COURSES); i++)
		if (strcmp(COURSES[i].name, name) == 0)
			return &COURSES[i];
	fail_msg("%s is not in the table", name);
	return NULL;
}

static void
check_opening(const struct course *c, const struct match_state *m)
{
	assert_int_equal(m->variant->checkers, c->checkers);
	assert_int_equal(m->board.at[SEAT_0][PT_OFF], 0);
	assert_int_equal(board_pips(&m->board, SEAT_0), c->pips);
	assert_int_equal(board_pips(&m->board, SEAT_1), c->pips);
	if (m->variant->no_dice)
		assert_int_equal(m->phase, PH_MOVE);
	else
		assert_int_equal(m->phase, c->opening_dice ? PH_MOVE : PH_ROLL);
	assert_int_equal(m->dice.d[0], c->opening_dice ? 6 : 0);
	assert_true(match_to_act(m) == m->turn);
}

/* The course of the first two games: who begins, with what; what is doubled or resigned. */
static void
check_course(const struct course *c)
{
	struct action a = { .kind = ACT_RESIGN, .size = 3 };
	struct match_state m;

	match_init(&m, variant_find(c->name), 0);
	assert_true(match_needs_opening(&m));
	start(&m, SEAT_1, false);
	assert_int_equal(m.turn, SEAT_1);
	check_opening(c, &m);
	for (a.size = 3; a.size > c->resign_max; a.size--)
		assert_int_equal(match_apply(&m, &a, &space, &events).err, MATCH_RESIGN_SIZE);
	lose(&m, SEAT_1);
	assert_int_equal(m.last_winner, SEAT_0);
	assert_int_equal(match_needs_opening(&m), !c->winner);
	start(&m, SEAT_0, false);
	assert_int_equal(m.turn, SEAT_0);
	check_opening(c, &m);
	m.opening = false;
	m.phase = PH_ROLL;
	assert_int_equal(match_may_double(&m, m.turn), c->cube);
}

static void
who_begins_and_what_may_be_staked(void **state)
{
	(void)state;
	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (v->cycle == NULL)
			check_course(course_of(v->name));
}

/* After a draw there is no winner who could begin. */
static void
after_a_draw_dice_decide_again(void **state)
{
	struct action offer = { .kind = ACT_DRAW, .seat = SEAT_1 };
	struct action accept = { .kind = ACT_DRAW_ACCEPT, .seat = SEAT_0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(COURSES); i++) {
		struct match_state m;

		if (!is_played(COURSES[i].name))
			continue;
		match_init(&m, variant_find(COURSES[i].name), 30);
		start(&m, SEAT_0, false);
		lose(&m, SEAT_0);
		start(&m, SEAT_1, false);
		apply(&m, &offer);
		apply(&m, &accept);
		assert_int_equal(events.e[0].kind, EV_GAME_DRAWN);
		assert_int_equal(events.e[0].how, WON_RESIGN);
		assert_int_equal(m.phase, PH_BETWEEN);
		assert_int_equal(m.last_winner, SEAT_NONE);
		assert_true(match_needs_opening(&m));
		assert_int_equal(m.score[SEAT_0], 0);
	}
}

/* Portes, Plakoto, Fevga in turn: the winner begins the next, which is another game. */
static void
tavli_is_three_games_in_turn(void **state)
{
	static const char *const order[] = { "portes", "plakoto", "fevga", "portes", "plakoto",
		"fevga", "portes" };
	enum seat begins = SEAT_1;
	struct match_state m;

	(void)state;
	match_init(&m, variant_find("tavli"), 7);
	for (size_t i = 0; i < ARRAY_LEN(order); i++) {
		enum seat loser = i % 3 == 0 ? SEAT_1 : SEAT_0;

		assert_int_equal(match_needs_opening(&m), i == 0);
		start(&m, SEAT_1, false);
		assert_string_equal(m.variant->name, order[i]);
		assert_string_equal(m.played->name, "tavli");
		assert_int_equal(m.turn, begins);
		lose(&m, loser);
		begins = seat_other(loser);
	}
	assert_int_equal(m.score[SEAT_0], 3);
	assert_int_equal(m.score[SEAT_1], 4);
}

/* Where checkers are counted, resigning costs those that are not off. */
static void
resigning_where_checkers_are_counted(void **state)
{
	static const char *const games[] = { "acey-deucey", "european" };
	static const struct worked w = { "", "6:1", "10:4 res:3", "", "", NULL };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		struct match_state m = match_at(games[i], 1, SEAT_0, &w);

		assert_int_equal(match_resign_points(&m, SEAT_1, 1), 7);
		assert_int_equal(match_resign_points(&m, SEAT_0, 1), 1);
		lose(&m, SEAT_1);
		assert_int_equal(m.score[SEAT_0], 7);
	}
}

struct stake {
	const char *name;
	unsigned length;
	bool jacoby, turned;
	uint32_t points;
};

static void
turn_the_cube(struct match_state *m)
{
	struct action dbl = { .kind = ACT_DOUBLE, .seat = SEAT_0 };
	struct action take = { .kind = ACT_TAKE, .seat = SEAT_1 };

	apply(m, &dbl);
	apply(m, &take);
}

/* One bears off his last checker, the other has none off. */
static void
check_stake(const struct stake *s)
{
	const struct variant *v = variant_find(s->name);
	struct action roll = { .kind = ACT_ROLL, .dice = { { 2, 1 } } };
	struct action move = { .kind = ACT_MOVE, .play = { 1, { { 1, 0 } } } };
	enum seat winner = v->object == OBJECT_FIRST_OFF_LOSES ? SEAT_1 : SEAT_0;
	struct match_state m;
	char left[16];

	match_init(&m, v, s->length);
	start(&m, SEAT_0, s->jacoby);
	(void)snprintf(left, sizeof(left), "10:%u", (unsigned)v->checkers);
	m.board = board_of(v, SEAT_0, "1:1", left);
	m.opening = false;
	m.phase = PH_ROLL;
	m.dice = (struct dice_pair){ { 0, 0 } };
	m.pieces = 0;
	if (s->turned)
		turn_the_cube(&m);
	roll.roll_no = m.next_roll;
	apply(&m, &roll);
	apply(&m, &move);
	if (m.score[winner] != s->points)
		fail_msg("%s: %u points", s->name, (unsigned)m.score[winner]);
}

/* Money play: with Jacoby's rule a gammon counts once until the cube has been turned. */
static void
jacoby_gammons_need_a_turned_cube(void **state)
{
	static const struct stake stakes[] = {
		{ "backgammon", 0, false, false, 2 },
		{ "backgammon", 0, true, false, 1 },
		{ "backgammon", 0, true, true, 4 },
		{ "backgammon", 9, true, false, 2 }, /* unlimited matches only */
		{ "nackgammon", 0, true, false, 1 },
		{ "race", 0, true, false, 1 },
		{ "crowded", 0, true, true, 4 },
		{ "hyper", 0, true, false, 1 },
		{ "cloning", 0, true, true, 2 },
		{ "anti", 0, true, false, 1 },
		{ "anti", 0, true, true, 4 },
		{ "anti", 0, false, false, 2 },
		{ "plakoto", 0, true, false, 2 }, /* no cube, no Jacoby */
		{ "portes", 0, true, false, 2 },
		{ "acey-deucey", 0, true, false, 15 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(stakes); i++)
		check_stake(&stakes[i]);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(worked_positions),
		cmocka_unit_test(each_game_has_ten_positions),
		cmocka_unit_test(who_begins_and_what_may_be_staked),
		cmocka_unit_test(after_a_draw_dice_decide_again),
		cmocka_unit_test(tavli_is_three_games_in_turn),
		cmocka_unit_test(resigning_where_checkers_are_counted),
		cmocka_unit_test(jacoby_gammons_need_a_turned_cube),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
