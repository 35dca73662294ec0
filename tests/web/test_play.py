#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=900
"""The page /play in Chromium: two visitors register, one of them on a phone, and play each other by tap.  The connection is cut
in the middle of a move, the server is killed and upgraded, and the match is resigned and offered again.
Without GAMMON_COUNTS=tenth, also a whole match with the cube, and matches against telnet, a client program and gammon.
Needs Debian's chromium, nodejs and npm."""

import asyncio
import re
import shutil
import tempfile

from website import PASSWORD, Chromium, Json, Site, Typist, fibs
from fibs import TENTH, register, run
from test_client_scripts import Wire
from test_client_screen import PASSWORD as TYPED, Player, by_typing, is_recorded

# Fills in the log-in form when it appears, before the page has opened the next connection.
AT_ONCE = """new MutationObserver((all, observer) => {
	const form = document.querySelector('[data-entrance=login]');
	if (!form)
		return;
	observer.disconnect();
	document.body.dataset.left = true;
	form.querySelector('[name=username]').value = 'carl';
	form.querySelector('[name=password]').value = '%s';
	form.querySelector('button.main').click();
}).observe(document.body, { childList: true, subtree: true });"""
SCRIPT = "<img src=x onerror=document.body.remove()>"

OLD = """; [Event "%s"]
; a line may end with a backslash: \\
 1 point match

 Game 1
 anna : 0                               Eve : 0
  1) 31: 8/5 6/5                        65: 24/18 18/13
                                         Wins 1 point and the match
""" % ("long " * 200)


async def enter(report, do):
    """Registers anna and bert, and starts a match."""
    await do("open", who="anna")
    await do("open", who="bert", phone=True)
    await do("audit", who="bert", what="log-in")
    first = (await do("run", who="bert", script="document.querySelector('[data-entrance]').dataset.entrance"))["value"]
    report.check("registration comes before the log-in", first == "register", first)
    for who in ("anna", "bert"):
        await do("register", who=who)
    for who in ("anna", "bert"):
        await may_be_invited(do, who)
    await do("audit", who="bert", what="lobby")
    await do("drop", who="anna", at=".card:has(input[type=file])", names=["old.mat", "second.mat"], text=OLD)
    await do("see", who="anna", at=".brought", text="anna - Eve, points: 1, games: 1.Stored matches: 1, games: 1.", what="a dropped file is imported")
    said = (await do("text", who="anna", at=".brought"))["text"]
    report.check("another drop is ignored meanwhile", "second.mat" not in said, said)
    await do("drop", who="anna", at=".card:has(input[type=file])", names=["large.mat"], text=OLD * 1000)
    await do("see", who="anna", at=".brought", text="at most 1 MB is possible", what="a file that is too large is not read")
    await do("drop", who="anna", at=".card:has(input[type=file])", names=["old.xg"], text="RGMH")
    await do("see", who="anna", at=".brought", text="this is a file of eXtreme Gammon", what="another file is refused with the reason")
    await do("fill", who="anna", at="[list=ready]", text="bert")
    await do("choose", who="anna", at="label:has-text('Clock') select", value="slow")
    await do("click", who="anna", at=".form .main")
    await do("see", who="bert", at=".offer", text="anna wants to play: 3-point match, Backgammon, slow")
    await do("click", who="bert", at=".offers .main")
    for who in ("anna", "bert"):
        await do("see", who=who, at=".seat .board")


async def may_be_invited(do, who):
    """Ticks "Others may invite me", and waits until the server has answered: before that it refuses invitations."""
    await do("check", who=who, at=".check:has-text('invite me') input")
    await do("see", who=who, at=".status", text="ready to invite or join")


async def offers(report, site, do):
    """An offer stays the same element when another arrives; otherwise screen readers would read it again.  As long as there are offers,
    the focus stays among them.  A double click invites once."""
    async def focused(script):
        return (await do("run", who="olga", script="document.activeElement" + script))["value"]

    users = []
    await do("open", who="olga")
    await do("upgraded", who="olga", name="play.js")
    await do("register", who="olga")
    await may_be_invited(do, "olga")
    for name in ("gus", "hal"):
        user = await Json().connect(site.server.port)
        await user.ask("register", name=name, password=PASSWORD)
        await user.ask("set", key="ready", value=True)
        await user.ask("invite", player="olga", length=1)
        await do("see", who="olga", at=".offer", text=name)
        await do("run", who="olga", script="document.querySelector('.offer:last-of-type').id = '%s'" % name)
        users.append(user)
    await do("see", who="olga", at="#gus", what="an offer stays as it is when another arrives")
    await do("run", who="olga", script="scrollTo(0, document.body.scrollHeight)")
    top = (await do("run", who="olga", script="document.querySelector('.offers').getBoundingClientRect().top"))["value"]
    report.check("offers are in sight wherever the page is scrolled to", top >= 0, top)
    await do("run", who="olga", script="document.querySelector('#gus .main').focus()")
    await users[0].ask("invite", player="olga", length=3)
    await do("see", who="olga", at="h2 + .offer", text="gus wants to play: 3-point match", what="another offer of a user takes the place of the first")
    await do("run", who="olga", script="document.querySelector('h2 + .offer').id = 'gus'")
    report.check("the focus stays in the offer, and does not accept it", await focused(".matches('#gus button:last-child')"), await focused(".outerHTML"))
    await do("press", who="olga", keys=["Enter"])
    report.check("after an offer the focus is in the next, and does not accept it", await focused(".matches('#hal button:last-child')"), await focused(".outerHTML"))
    await do("run", who="olga", script="document.querySelector('#hal button:last-child').focus()")
    await do("press", who="olga", keys=["Enter"])
    report.check("after the last offer the focus is on the page", await focused(".id") == "main", await focused(".outerHTML"))
    await do("click", who="olga", at="[aria-label='Invite gus']")
    report.check("a user of the list is chosen", await focused(".form.querySelector('[list=ready]').value") == "gus", await focused(".outerHTML"))
    await do("double", who="olga", at=".form .main")
    await do("see", who="olga", at=".status", text="You invited gus")
    await do("fill", who="olga", at=".line input", text="tell gus enough")
    await do("press", who="olga", keys=["Enter"])
    gus, seen = users[0], []
    while (o := await asyncio.wait_for(gus.events.get(), fibs.PATIENCE))["e"] != "chat":
        seen.append(o["e"])
    report.check("a double click invites once", seen.count("invitation") == 1, seen)
    await users[1].ask("invite", player="olga", length=5)
    await do("see", who="olga", at=".offer", text="5-point match")
    await gus.ask("join", player="olga")
    await do("see", who="olga", at=".list .main:has-text('Resume')", what="a page opened before an upgrade is loaded again for a match")
    await do("click", who="olga", at=".list .main:has-text('Resume')")
    await gus.until("invitation")
    await gus.ask("join", player="olga")
    await do("see", who="olga", at=".seat .board")
    place = (await do("run", who="olga", script="getComputedStyle(document.querySelector('.calls')).position"))["value"]
    report.check("during a match no offer covers the board", place == "static", place)
    await do("fill", who="olga", at=".line input", text="Good luck!")
    await do("press", who="olga", keys=["Enter"])
    said = await gus.until("chat")
    report.check("in a match, talk goes to the opponent at first", said["text"] == "Good luck!", said)
    await do("click", who="olga", at=".bar summary")
    await do("click", who="olga", at="[data-do=leave]")
    await do("click", who="olga", at=".bar button:has-text('To the lobby')")
    await do("fill", who="olga", at="[list=ready]", text="gus")
    await do("click", who="olga", at=".form .main")
    await do("see", who="olga", at=".status", text="It replaces your adjourned match.")
    await do("fill", who="olga", at="[list=ready]", text="hal")
    await do("gone", who="olga", at=".status button")
    await do("fill", who="olga", at="[list=ready]", text="gus")
    await do("click", who="olga", at=".form .main")
    await do("see", who="olga", at=".status", text="It replaces your adjourned match.")
    await do("run", who="olga", script="document.querySelector('.status button').focus()")
    await do("press", who="olga", keys=["Enter"])
    await do("see", who="olga", at=".status", text="You invited gus")
    report.check("after a question the focus is where it was asked", await focused(".textContent") == "Invite", await focused(".outerHTML"))
    await do("close", who="olga")
    for user in users:
        user.writer.close()


async def cut(report, site, do):
    """Cuts both users off after one of them has moved one checker.  Afterwards each board shows
    what it showed before the cut."""
    at = await do("begin", who=["anna", "bert"])
    report.check("one user has to move", at.get("turn"), repr(at))
    site.cut()
    for who in ("anna", "bert"):
        await do("see", who=who, at=".lost", text="Connection lost")
    site.open = True
    await do("see", who="anna", at=".cell", text="is back")
    for who in ("anna", "bert"):
        await do("shows", who=who, places=at["shown"][who], what="a cut in the middle of a move ends in the same position")
        await do("see", who=who, at=".prompt", text="Your turn" if who == at["turn"] else "Waiting for")


async def missed(report, site, do):
    """Talk sent to a user whose connection is dead is shown when the user returns, and only once."""
    erik = await Json().connect(site.server.port)
    await erik.ask("register", name="erik", password=PASSWORD)
    site.deaf = True
    await erik.ask("tell", player="anna", text="Are you there?")
    site.cut()
    site.deaf, site.open = False, True
    await do("see", who="anna", at=".log .chat", text="Are you there?", what="what was said during a cut")
    await erik.ask("tell", player="anna", text="Good.")
    await do("see", who="anna", at=".log .chat", text="Good.")
    said = (await do("text", who="anna", at=".log"))["text"]
    report.check("what was said during a cut appears once", said.count("Are you there?") == 1, said)
    for who in ("anna", "bert"):
        await do("gone", who=who, at=".lost:not(:empty)")
    erik.writer.close()


async def interrupted(do, what, interrupt):
    """Ends the connections to gammond after a user has moved one checker.  Afterwards each board shows what it showed before."""
    at = await do("begin", who=["anna", "bert"])
    for who in ("anna", "bert"):
        await do("run", who=who, script="document.body.dataset.n = 'old'")
    await interrupt()
    for who in ("anna", "bert"):
        await do("see", who=who, at="body:not([data-n=old])", what="%s brings the match back" % what)
        await do("shows", who=who, places=at["shown"][who], what="%s leaves the position as it was" % what)
        await do("see", who=who, at=".prompt", text="Your turn" if who == at["turn"] else "Waiting for")


async def talk(report, do):
    """Markup in the text of users is shown as text."""
    await do("choose", who="anna", at=".line select", value="say")
    await do("fill", who="anna", at=".line input", text=SCRIPT)
    await do("click", who="anna", at=".line button")
    await do("see", who="bert", at=".log .chat", text=SCRIPT)
    await do("choose", who="anna", at=".line select", value="line")
    await do("fill", who="anna", at=".line input", text="whois bert")
    await do("press", who="anna", keys=["Enter"])
    await do("see", who="anna", at=".log pre", text="Information about bert")
    await do("click", who="anna", at=".bar summary")
    await do("click", who="anna", at=".bar .menu button:has-text('Report')")
    await do("fill", who="anna", at=".line input", text="Only a test.")
    await do("press", who="anna", keys=["Enter"])
    await do("see", who="anna", at=".log .prose", text="Your report was sent", what="a report is sent, and shown as prose")
    mode = (await do("run", who="anna", script="document.querySelector('.line select').value"))["value"]
    report.check("what follows a report goes to the opponent", mode == "say", mode)
    for said in ("You gag bert.", "You ungag bert."):
        await do("click", who="anna", at=".bar summary")
        await do("click", who="anna", at=".bar .menu button:has-text('Mute')")
        await do("see", who="anna", at=".dock + .status", text=said, what="the answer to Mute is near the board")


async def leave(report, do):
    """Adjourns the match and resumes it, which takes effect at once because the match has a clock.  The menu is then closed."""
    await do("click", who="bert", at=".bar summary")
    await do("click", who="bert", at="[data-do=leave]")
    await do("see", who="bert", at=".prompt", text="adjourned")
    said = (await do("text", who="bert", at=".prompt"))["text"]
    report.check("next to a button to resume, nothing says how to", "lobby" not in said, said)
    await do("click", who="bert", at=".bar button:has-text('To the lobby')")
    await do("click", who="bert", at=".list button:has-text('Resume')")
    await do("see", who="bert", at=".bar summary")
    await do("gone", who="bert", at=".bar .menu > div")


async def again(site, do):
    """Logs out and in again.  A connection that is lost later does not log the user out, and does not
    keep the user from logging out."""
    await do("register", who="thief", name="carl")
    await do("run", who="thief", script=AT_ONCE % PASSWORD)
    await do("click", who="thief", at=".facts button")
    await do("see", who="thief", at="[data-left] .facts", text="Logged in as carl", what="a user logs in as soon as the form appears")
    site.cut()
    await do("see", who="thief", at=".lost", text="Connection lost")
    site.open = True
    await do("gone", who="thief", at=".lost:not(:empty)")
    await do("see", who="thief", at=".form .main", what="a cut after a second log-in")
    site.cut()
    await do("see", who="thief", at=".lost", text="Connection lost")
    await do("click", who="thief", at=".facts button")
    await do("see", who="thief", at="[data-entrance=login]", what="a user logs out without a connection")
    await do("fill", who="thief", at="[data-entrance=login] [name=username]", text="carl")
    site.open = True
    await do("gone", who="thief", at=".lost:not(:empty)")
    await do("fill", who="thief", at="[data-entrance=login] [name=password]", text=PASSWORD)
    await do("click", who="thief", at="[data-entrance=login] .main")
    await do("see", who="thief", at=".facts", text="Logged in as carl", what="a new connection leaves the form as it is")


async def speaks(do):
    """Refusals before the log-in are shown in the language of the page."""
    await do("open", who="irma", media={"locale": "it-IT"})
    for field, text in (("username", "anna"), ("password", PASSWORD)):
        await do("fill", who="irma", at="[data-entrance=register] [name=%s]" % field, text=text)
    await do("click", who="irma", at="[data-entrance=register] > button")
    await do("see", who="irma", at="[data-entrance=register] .verdict", text="già usato", what="a refusal in Italian")
    await do("close", who="irma")


async def end(report, do):
    for size in ("normal", "gammon"):
        await do("click", who="bert", at=".bar summary")
        await do("click", who="bert", at="[data-do=resign-%s]" % size)
        await do("see", who="anna", at=".prompt", text="resign")
        await do("click", who="anna", at=".play button:has-text('Accept')")
        if size == "normal":
            await do("see", who="bert", at="[data-do=nextGame]")
            more = (await do("text", who="bert", at=".bar .menu"))["text"]
            report.check("between games, nobody can resign or offer a draw", "Report" in more and "esign" not in more and "draw" not in more, more)
            for who in ("anna", "bert"):
                await do("click", who=who, at="[data-do=nextGame]")
    for who in ("anna", "bert"):
        await do("see", who=who, at=".seat > .card h2", text="anna wins the match 3–0")
        await do("see", who=who, at=".seat > .card li", text="1,500.00 → ")
    await do("see", who="anna", at=".seat > .card a[href='/match/1']")
    for who in ("anna", "bert"):
        await do("see", who=who, at=".seat > .card table", text="Error rate", what="the analysis appears when it is ready")
    await do("audit", who="bert", what="result")
    await do("click", who="bert", at="button:has-text('Rematch')")
    await do("see", who="anna", at=".offers .main")
    place = (await do("run", who="anna", script="getComputedStyle(document.querySelector('.calls')).position"))["value"]
    report.check("an offer after a match is in sight", place == "sticky", place)
    await do("click", who="anna", at=".offers .main")
    await do("see", who="anna", at=".facts a", text="Match 2")


async def whole(do):
    """A whole match with the cube, by tap, and the next one begins."""
    for who in ("anna", "bert"):
        await do("check", who=who, at=".check:has-text('Ask before I roll') input")
    await do("play", who=["anna", "bert"])
    await do("see", who="anna", at=".cell", text="doubles to 2")
    await do("see", who="bert", at=".seat > .card h2", text="wins the match")
    await do("click", who="bert", at="button:has-text('Rematch')")
    await do("click", who="anna", at=".offers .main")
    await do("see", who="anna", at=".facts a", text="Match 3")


async def gammon(report, site, do):
    """A 1-point match against the program gammon in a terminal.  Its record equals the server's."""
    await register(site.server.port, "gina", TYPED)
    await do("open", who="dora")
    await do("register", who="dora")
    folder = tempfile.mkdtemp()
    p = Player(site.server.port, "-o", "log_folder=" + folder)

    async def types():
        while "Rematch]" not in p.bar():
            if re.search(r"(Send|Roll)\]", p.bar()):
                shown = p.screen.text()
                await by_typing(p)
                await p.sees(lambda: p.screen.text() != shown)
            await p.still()

    try:
        await p.log_in("gina")
        await may_be_invited(do, "dora")
        p.type("invite dora 1\r")
        await do("click", who="dora", at=".offers .main")
        await do("see", who="dora", at=".seat .board")
        await asyncio.wait_for(asyncio.gather(types(), do("play", who=["dora"])), 10 * fibs.PATIENCE)
        await do("see", who="dora", at=".seat > .card h2", text="wins the match", what="a match against gina")
        p.type("bye\r")
        report.check("gammon ends", await p.end() == 0, "its status is not 0")
        is_recorded(report, "gammon against the page", site.server, "gina", "dora", folder)
    finally:
        p.close()
        shutil.rmtree(folder)


async def others(site, do):
    """Whole matches of a browser against a telnet user and against a client program for FIBS."""
    port = site.server.port
    tom = await Typist(port, "tom").enter()
    await register(port, "fred", PASSWORD)
    fred = await Wire.open(port, "login testclient 1008 fred %s" % PASSWORD)
    await fred.ask("toggle ready", "You're now ready")
    fred.plays = True

    async def program():
        await fred.until("^dolf wants to play")
        fred.send("join dolf")
        await fred.until(r"wins? the 1 point match")

    async def person():
        await tom.t.until("Type 'join dolf' to accept.")
        tom.t.send("join dolf")
        await tom.play()

    await do("open", who="dolf")
    await do("register", who="dolf")
    await do("choose", who="dolf", at="label:has-text('Length') select", value="1")
    for name, opponent in (("tom", person()), ("fred", program())):
        await do("fill", who="dolf", at="[list=ready]", text=name)
        await do("click", who="dolf", at=".form .main")
        await do("see", who="dolf", at=".status", text="You invited %s" % name)
        other = asyncio.ensure_future(opponent)
        await do("see", who="dolf", at=".seat .board")
        await do("play", who=["dolf"])
        await asyncio.wait_for(other, fibs.PATIENCE)
        await do("see", who="dolf", at=".seat > .card h2", text="wins the match", what="a match against %s" % name)
        await do("click", who="dolf", at="button:has-text('To the lobby')")
    await do("close", who="dolf")


async def games(do):
    """Two games of a match.  After each, both users can continue with the next."""
    for loser, winner in (("anna", "bert"), ("bert", "anna")):
        await do("click", who=loser, at=".bar summary")
        await do("click", who=loser, at="[data-do=resign-normal]")
        await do("click", who=winner, at=".play button:has-text('Accept')")
        for who in ("anna", "bert"):
            await do("click", who=who, at="[data-do=nextGame]")
            await do("gone", who=who, at="[data-do=nextGame]")


async def reloaded(report, do):
    """A match appears even if a file could not be fetched at first.  A page that is reloaded during a match without a clock is
    back at the board at once.  So is a user who logs in elsewhere and resumes the match.  A match that was left is resumed
    where each user sees it: in the lobby, and below the board."""
    for who in ("fay", "hugo"):
        await do("open", who=who)
        if who == "fay":
            await do("blocked", who=who, name="play.js")
        await do("register", who=who)
        await may_be_invited(do, who)
    await do("loaded", who="hugo", name="play.js")
    await do("fill", who="hugo", at="[list=ready]", text="fay")
    await do("click", who="hugo", at=".form .main")
    await do("click", who="fay", at=".offers .main")
    await do("see", who="fay", at=".status", text="Connection lost. Trying again…", what="a file that could not be fetched is tried again")
    await do("unblocked", who="fay", name="play.js")
    for who in ("fay", "hugo"):
        await do("see", who=who, at=".seat .prompt")
    await do("gone", who="fay", at=".status:has-text('Trying again')")
    await do("play", who=["fay", "hugo"], until=5, cube=False)
    at = await do("begin", who=["fay", "hugo"])
    for who in ("fay", "hugo"):
        await do("reload", who=who)
        await do("see", who=who, at=".seat .bar summary", what="a reload ends at the board")
    other = "hugo" if at["turn"] == "fay" else "fay"
    await do("shows", who=other, places=at["shown"][other], what="the position is the same after a reload")
    await do("tab", who="tablet", of="hugo")
    await do("login", who="tablet", name="hugo")
    await do("click", who="tablet", at=".list .main:has-text('Resume')")
    await do("see", who="tablet", at=".seat .bar summary", what="a log-in elsewhere goes on with the match")
    await do("click", who="tablet", at=".bar summary")
    await do("click", who="tablet", at="[data-do=leave]")
    await do("see", who="fay", at=".bar [data-do=resume]")
    await do("reload", who="tablet")
    await do("click", who="tablet", at=".list .main:has-text('Resume')")
    await do("see", who="fay", at=".prompt", text="hugo wants to resume your match.", what="a match that was left is not resumed unasked")
    await do("click", who="fay", at=".bar [data-do=resume]")
    for who in ("fay", "tablet"):
        await do("see", who=who, at=".seat .bar summary")
    for who in ("fay", "hugo"):
        await do("close", who=who)


async def alone(site, do):
    """Only anna returns after a cut.  The match of the two is adjourned, and her page says so."""
    site.cut()
    await do("close", who="bert")
    site.open = True
    await do("see", who="anna", at=".prompt", text="The match is adjourned")


async def main(report):
    site = await Site().start()
    browser = await Chromium().start(report, str(site.port), script="players.mjs")
    if browser is None:
        await site.stop(report)
        return
    do = browser.do
    await enter(report, do)
    await speaks(do)
    await do("play", who=["anna", "bert"], until=7, cube=False)
    await cut(report, site, do)
    await missed(report, site, do)
    await do("play", who=["anna", "bert"], until=16, cube=False)
    await interrupted(do, "a kill of the server", site.restart)
    await do("play", who=["anna", "bert"], until=26, cube=False)
    await interrupted(do, "an upgrade", site.upgrade)
    await do("play", who=["anna", "bert"], until=32, cube=False)
    await do("audit", who="bert", what="match")
    await talk(report, do)
    await leave(report, do)
    await end(report, do)
    await games(do)
    if not TENTH:
        await whole(do)
        await others(site, do)
        await gammon(report, site, do)
    await alone(site, do)
    await reloaded(report, do)
    await offers(report, site, do)
    await do("open", who="thief")
    await do("see", who="thief", at="[data-entrance=login]", what="the address of the page gives no access")
    await do("tab", who="second", of="anna")
    await do("see", who="second", at="[data-entrance=login]", what="a token that was not to be kept stays in its tab")
    await do("login", who="second", name="anna", keep=True)
    await do("see", who="second", at=".facts", text="Logged in as anna")
    await do("tab", who="third", of="second")
    for who in ("second", "third", "second"):  # each tab takes the account over with the token that the other tab has renewed
        await do("click", who=who, at="[role=alert] .main")
    await do("see", who="third", at="[role=alert]", text="somewhere else", what="tabs of one account take turns")
    await again(site, do)
    await browser.stop()
    await site.stop(report)


if __name__ == "__main__":
    run(main, 900)
