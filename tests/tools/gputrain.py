#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains the nets of backgammon by games against themselves, on a GPU.

    gputrain.py START.net FOLDER [seconds=N] [games=N] [threads=N] [seed=N] [rate=X] [reuse=N] [batch=N] [window=N] [switch=X]
                                 [store=N] [report=SECONDS] [resume=FILE] [library=FILE]

Each position learns the mean over all 21 rolls of the value after the best play, corrected by the errors found in the same
way later in the game (weight LAMBDA; compare `gammontrain collect`).  Two pairs of nets learn the same positions: a pair with the
sizes of START.net, which begins with the weights of START.net, and a deeper pair.  START.net plays the games at first.  After the share
`switch` of the time, the deeper net plays once its error is smaller than that of START.net.  Every minute and at the end, FOLDER gets

    small.net   the first pair
    nets.pt     both, for resume=

reuse: how often each position is learnt; window: for how many turns its later errors are collected; store: how many
positions are kept.  The library of games is made by `make build/selfplay.so`, PyTorch is in Debian's python3-torch."""
import copy
import ctypes
import hashlib
import os
import struct
import sys
import threading
import time

import numpy as np
import torch
from torch import nn

torch.backends.cuda.matmul.allow_tf32 = True
ROLLS, OUTPUTS = 21, 5
CONTACT, RACE, KNOWN = 0, 1, 2
DEEP = {CONTACT: (512, 512, 256, 128), RACE: (256, 128)}
LAMBDA = ((0.9, 0.97, 0.97, 0.97, 0.97), (1.0, 1.0, 1.0, 1.0, 1.0))
MEAN_DECAY = 0.999
OPTIONS = "seconds games threads seed rate reuse batch window switch store report resume library".split()


def option(name, default):
    for arg in sys.argv[3:]:
        if arg.startswith(name + "="):
            return type(default)(arg[len(name) + 1:])
    return default


# ---- the library of games ----

class Turn(ctypes.Structure):
    _fields_ = [("phase", ctypes.c_uint8), ("roll", ctypes.c_uint8), ("waiting", ctypes.c_uint8), ("ended", ctypes.c_uint8),
                ("noise", ctypes.c_float)]


class Rows(ctypes.Structure):
    _fields_ = [("contact", ctypes.c_void_p), ("race", ctypes.c_void_p), ("known", ctypes.c_void_p),
                ("segment", ctypes.c_void_p * 3), ("play", ctypes.c_void_p * 3),
                ("n", ctypes.c_uint32 * 3), ("room", ctypes.c_uint32 * 3)]


class Games:
    """Games played in step, and the buffers for their positions."""

    def __init__(self, lib, n, threads, seed, device):
        self.lib, self.n, self.threads, self.device = lib, n, threads, device
        pin = device.type == "cuda"
        self.sp = lib.selfplay_new(n, threads, seed)
        self.width = [lib.selfplay_inputs(self.sp, phase) for phase in (CONTACT, RACE)]
        room = [n // threads * 420 + 30000, n // threads * 130 + 30000, n // threads * 60 + 30000]
        self.rows = (Rows * threads)()
        self.parts = []
        for t in range(threads):
            part = {
                "values": [torch.empty((room[0], self.width[0]), dtype=torch.half, pin_memory=pin),
                           torch.empty((room[1], self.width[1]), dtype=torch.half, pin_memory=pin),
                           torch.empty((room[2], OUTPUTS), pin_memory=pin)],
                "segment": [torch.empty(r, dtype=torch.int32, pin_memory=pin) for r in room],
                "play": [torch.empty(r, dtype=torch.int32, pin_memory=pin) for r in room],
            }
            self.parts.append(part)
            r = self.rows[t]
            r.contact, r.race, r.known = (v.data_ptr() for v in part["values"])
            for k in range(3):
                r.segment[k], r.play[k], r.room[k] = part["segment"][k].data_ptr(), part["play"][k].data_ptr(), room[k]
        self.own = torch.zeros((n, max(self.width)), dtype=torch.half, pin_memory=pin)
        self.turns = (Turn * n)()
        self.turns_np = np.frombuffer(self.turns, dtype=[("phase", "u1"), ("roll", "u1"), ("waiting", "u1"), ("ended", "u1"),
                                                         ("noise", "<f4")])
        self.history = []

    def expand(self):
        self.lib.selfplay_expand(self.sp, self.rows, ctypes.c_void_p(self.own.data_ptr()), self.turns)

    def advance(self, best):
        self.lib.selfplay_advance(self.sp, best.ctypes.data_as(ctypes.c_void_p), self.turns)

    def gathered(self, kind, what):
        got = [p[what][kind][:r.n[kind]].to(self.device, non_blocking=True) for p, r in zip(self.parts, self.rows)]
        return torch.cat(got)


# ---- nets ----

class Net(nn.Module):
    """Hidden layers with one activation, then five logistic outputs.  Input 0 is always 1, so the first layer has no bias."""

    def __init__(self, inputs, sizes, logistic):
        super().__init__()
        self.logistic = logistic
        widths = [inputs, *sizes]
        self.hidden = nn.ModuleList(nn.Linear(a, b, bias=i > 0) for i, (a, b) in enumerate(zip(widths, widths[1:])))
        self.out = nn.Linear(widths[-1], OUTPUTS)
        for layer in self.hidden:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
        nn.init.normal_(self.out.weight, std=0.02)
        nn.init.zeros_(self.out.bias)

    def forward(self, x):
        for layer in self.hidden:
            x = torch.sigmoid(layer(x)) if self.logistic else torch.relu(layer(x))
        return self.out(x)


def halves(tensor):
    """Returns 16-bit floats; numbers smaller than 2^-14, which net.c does not have, become 0."""
    numbers = tensor.detach().float().cpu().numpy()
    return np.where(np.abs(numbers) < 2.0 ** -14, 0, numbers).astype("<f2").tobytes()


def net_bytes(net):
    """Returns a net with one hidden layer in the stored form of net.h."""
    hidden = net.hidden[0]
    return struct.pack("<HH", hidden.in_features, hidden.out_features) + halves(hidden.weight.t().contiguous()) + \
        halves(net.out.weight) + halves(net.out.bias)


def file_write(path, nets):
    """Writes a file that eval_load reads."""
    body = b"backgammon".ljust(20, b"\0") + b"".join(net_bytes(nets[phase]) for phase in (CONTACT, RACE))
    with open(path + ".new", "wb") as f:
        f.write(b"GEV1" + hashlib.sha256(body).digest() + body)
    os.rename(path + ".new", path)


def file_read(path):
    """Returns the nets of a file, which have one hidden layer each."""
    data, at, nets = open(path, "rb").read(), 4 + 32 + 20, {}
    for phase in (CONTACT, RACE):
        inputs, hidden = struct.unpack_from("<HH", data, at)
        numbers = np.frombuffer(data, "<f2", inputs * hidden + OUTPUTS * hidden + OUTPUTS, at + 4).astype(np.float32)
        at += 4 + 2 * len(numbers)
        net = Net(inputs, (hidden,), True)
        with torch.no_grad():
            net.hidden[0].weight.copy_(torch.from_numpy(numbers[:inputs * hidden].reshape(inputs, hidden).T.copy()))
            numbers = numbers[inputs * hidden:]
            net.out.weight.copy_(torch.from_numpy(numbers[:OUTPUTS * hidden].reshape(OUTPUTS, hidden).copy()))
            net.out.bias.copy_(torch.from_numpy(numbers[OUTPUTS * hidden:].copy()))
        nets[phase] = net
    return nets


# ---- values ----

def off_inputs(phase, inputs):
    """Returns the indices of two inputs, which are 0 until the side to roll, or its opponent, has borne off a checker."""
    return (104, 104 + (inputs - 1) // 2) if phase == CONTACT else (97, 200)


def outputs_of(net, phase, x):
    """Returns the outputs of a net, without impossible results (`repair` in eval.c)."""
    out = torch.cat([torch.sigmoid(net(part).float()) for part in x.split(1 << 20)]) if len(x) else x.new_zeros((0, 5)).float()
    mine, theirs = off_inputs(phase, net.hidden[0].in_features)
    win = out[:, 0]
    gammon = torch.minimum(out[:, 1], win) * (x[:, theirs] == 0)
    lost_gammon = torch.minimum(out[:, 3], 1 - win) * (x[:, mine] == 0)
    return torch.stack([win, gammon, torch.minimum(out[:, 2], gammon), lost_gammon, torch.minimum(out[:, 4], lost_gammon)], 1)


def turned(out):
    return torch.stack([1 - out[:, 0], out[:, 3], out[:, 4], out[:, 1], out[:, 2]], 1)


def errors_turned(e):
    return torch.stack([-e[:, 0], e[:, 3], e[:, 4], e[:, 1], e[:, 2]], 1)


def equity(out):
    return 2 * out[:, 0] - 1 + out[:, 1] + out[:, 2] - out[:, 3] - out[:, 4]


# ---- positions to learn ----

class Store:
    """The latest positions of one phase with their targets, in a ring.  Every 64th place of a game is kept apart to test the nets."""

    def __init__(self, size, inputs, device):
        self.x = torch.zeros((size, inputs), dtype=torch.half, device=device)
        self.target = torch.zeros((size, OUTPUTS), device=device)
        self.n, self.total = 0, 0
        self.test = []

    def add(self, x, target, apart):
        self.test = self.test[-40:] + [(x[apart], target[apart])]
        x, target = x[~apart], target[~apart]
        size, at = len(self.x), self.total % len(self.x)
        first = min(len(x), size - at)
        self.x[at:at + first], self.target[at:at + first] = x[:first], target[:first]
        self.x[:len(x) - first], self.target[:len(x) - first] = x[first:], target[first:]
        self.total += len(x)
        self.n = min(size, self.total)


class Learner:
    """A net, its running mean and its optimiser."""

    def __init__(self, net, rate, device):
        self.net = net.to(device)
        self.mean = copy.deepcopy(self.net).requires_grad_(False)
        self.rate, self.steps = rate, 0
        self.adam = torch.optim.Adam(self.net.parameters(), lr=rate, betas=(0.9, 0.99))

    def step(self, x, target, part):
        """Learns a batch; part: how much of the time is over, 0 to 1."""
        for group in self.adam.param_groups:
            group["lr"] = self.rate * min(1, (self.steps + 1) / 200) * max(0.01, (1 - part) ** 1.5)
        z = self.net(x)
        out = torch.sigmoid(z)
        loss = (nn.functional.softplus(z) - target * z).sum(1).mean()
        loss = loss + 0.5 * (equity(out) - equity(target)).square().mean()
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()
        self.steps += 1
        decay = min(MEAN_DECAY, self.steps / (self.steps + 10))
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.net.parameters()):
                mean.lerp_(now, 1 - decay)


def play_step(games, actor, weights, numbers):
    """Evaluates the positions of one step, chooses plays, and records what each position learns."""
    device, n = games.device, games.n
    turns = games.turns_np
    phase = torch.from_numpy(turns["phase"].copy()).to(device)
    roll = torch.from_numpy(turns["roll"].astype(np.int64)).to(device)
    noise = torch.from_numpy(turns["noise"].copy()).to(device)
    waiting = torch.from_numpy(turns["waiting"].astype(bool)).to(device)
    own = games.own.to(device).to(numbers)
    with torch.no_grad():
        after = [turned(outputs_of(actor[k], k, games.gathered(k, "values").to(numbers))) for k in (CONTACT, RACE)]
        out = torch.cat([*after, games.gathered(KNOWN, "values")])
        segment = torch.cat([games.gathered(k, "segment") for k in range(3)]).long()
        play = torch.cat([games.gathered(k, "play") for k in range(3)])
        index = torch.arange(len(out), device=device)

        def best_of(value, segment, index, segments):
            top = torch.full((segments,), -10.0, device=device).scatter_reduce(0, segment, value, "amax")
            tops = value >= top[segment]
            return torch.full((segments,), len(out) - 1, device=device).scatter_reduce(0, segment[tops], index[tops], "amin")

        value = equity(out)
        best = best_of(value, segment, index, n * ROLLS)
        mean = (out[best].view(n, ROLLS, OUTPUTS) * weights.view(1, ROLLS, 1)).sum(1)
        drawn = segment % ROLLS == roll[torch.div(segment, ROLLS, rounding_mode="floor")]
        game = torch.div(segment[drawn], ROLLS, rounding_mode="floor")
        gumbel = -torch.log(-torch.log(torch.rand(len(game), device=device).clamp(1e-6, 1 - 1e-6)))
        chosen = best_of(value[drawn] + noise[game] * gumbel, game, index[drawn], n)
        other = chosen != best[torch.arange(n, device=device) * ROLLS + roll]
        said = torch.where((phase == CONTACT).view(-1, 1), outputs_of(actor[CONTACT], CONTACT, own[:, :games.width[CONTACT]]),
                           outputs_of(actor[RACE], RACE, own[:, :games.width[RACE]]))
    games.advance(play[chosen].cpu().numpy())
    ended = torch.from_numpy(turns["ended"].astype(bool)).to(device)
    games.history.append((own.half(), phase, waiting, mean, said, (ended | other) & ~waiting))
    return int((~waiting).sum()), len(out)


def learn_from(games, stores):
    """Turns the recorded steps into positions to learn."""
    device = games.device
    weight = torch.tensor(LAMBDA, device=device)
    error = torch.zeros((games.n, OUTPUTS), device=device)
    apart = torch.arange(games.n, device=device) % 64 == 0
    for own, phase, waiting, mean, said, cut in reversed(games.history):
        later = errors_turned(error)
        later[cut] = 0
        later *= weight[phase.long()]
        target = mean + later
        for k in (CONTACT, RACE):
            here = (phase == k) & ~waiting
            stores[k].add(own[here][:, :games.width[k]], target[here], apart[here])
        error = torch.where(waiting.view(-1, 1), error, later + (mean - said))
    games.history = []


def report(since, stores, nets, steps, rows):
    """Prints the errors in equity on the positions kept apart, and returns them."""
    errors = {}
    text = "%4.0f s  positions %.2f M  races %.2f M  rows %.0f M  steps %d " % (
        time.time() - since, stores[CONTACT].total / 1e6, stores[RACE].total / 1e6, rows / 1e6, steps)
    for k, name in ((CONTACT, "contact"), (RACE, "race")):
        x = torch.cat([t[0] for t in stores[k].test])
        target = torch.cat([t[1] for t in stores[k].test])
        text += " %s" % name
        for who, net in nets.items():
            with torch.no_grad():
                out = outputs_of(net[k], k, x.float())
            errors[who, k] = (equity(out) - equity(target)).square().mean().sqrt().item()
            text += " %s %.4f" % (who, errors[who, k])
        text += " gammons %.4f told %.4f |" % (target[:, 1].mean().item(), out[:, 1].mean().item())
    print(text, flush=True)
    return errors


def main():
    start, folder = sys.argv[1], sys.argv[2]
    for arg in sys.argv[3:]:
        if arg.split("=")[0] not in OPTIONS:
            sys.exit("%s: not an option" % arg)
    os.makedirs(folder, exist_ok=True)
    limit, n, threads = option("seconds", 60), option("games", 4096), option("threads", os.cpu_count())
    reuse, batch, window = option("reuse", 8), option("batch", 8192), option("window", 24)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    numbers = torch.half if device.type == "cuda" else torch.float
    torch.manual_seed(option("seed", 1))
    lib = ctypes.CDLL(option("library", "build/selfplay.so"))
    lib.selfplay_new.restype = ctypes.c_void_p
    lib.selfplay_new.argtypes = [ctypes.c_uint, ctypes.c_uint, ctypes.c_uint64]
    lib.selfplay_inputs.argtypes = [ctypes.c_void_p, ctypes.c_uint]
    lib.selfplay_expand.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    lib.selfplay_advance.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    since = time.time()
    halves_of_games = [Games(lib, n // 2, threads, option("seed", 1) * 2 + k, device) for k in range(2)]
    width = halves_of_games[0].width
    print("ready after %.1f s, %s, inputs %s" % (time.time() - since, device, width), flush=True)
    old = file_read(start)
    begin = {k: Net(width[k], DEEP[k], False) for k in DEEP}
    deep = {k: Learner(begin[k], option("rate", 1e-3), device) for k in DEEP}
    small = {k: Learner(copy.deepcopy(old[k]), option("rate", 1e-3) / 2, device) for k in DEEP}
    old = {k: net.to(device).requires_grad_(False) for k, net in old.items()}
    size = option("store", 8000000 if device.type == "cuda" else 200000)
    stores = {CONTACT: Store(size, width[CONTACT], device), RACE: Store(size // 2, width[RACE], device)}
    weights = torch.tensor([(1 if a == b else 2) / 36 for a in range(1, 7) for b in range(1, a + 1)], device=device)
    actor = {k: copy.deepcopy(net).to(numbers) for k, net in old.items()}
    if option("resume", ""):
        for (name, k), state in torch.load(option("resume", ""), map_location=device).items():
            learner = {"deep": deep, "small": small}[name][k]
            learner.net.load_state_dict(state)
            learner.mean.load_state_dict(state)
    switch = option("switch", 0.2)
    todo, steps, rows, told, saved, bootstrapping = {CONTACT: 0.0, RACE: 0.0}, 0, 0, time.time(), time.time(), {CONTACT: False, RACE: False}

    def save():
        file_write(os.path.join(folder, "small.net"), {k: small[k].mean for k in small})
        torch.save({(name, k): who[k].mean.state_dict() for name, who in (("deep", deep), ("small", small)) for k in who},
                   os.path.join(folder, "nets.pt"))

    halves_of_games[0].expand()
    turn = 0
    while time.time() - since < limit:
        part = (time.time() - since) / limit
        games, other = halves_of_games[turn % 2], halves_of_games[(turn + 1) % 2]
        thread = threading.Thread(target=other.expand)
        thread.start()
        got, looked = play_step(games, actor, weights, numbers)
        rows += looked
        if len(games.history) == window:
            before = {k: stores[k].total for k in stores}
            learn_from(games, stores)
            for k in stores:
                todo[k] += (stores[k].total - before[k]) * reuse / batch
        for k in stores:  # only a share of what is due, which spreads the work over the steps
            for _ in range(int(min(todo[k], max(1, todo[k] / window)))):
                i = torch.randint(stores[k].n, (batch,), device=device)
                x, target = stores[k].x[i].float(), stores[k].target[i]
                deep[k].step(x, target, part)
                small[k].step(x, target, part)
                todo[k] -= 1
                steps += 1
        for k in actor:
            if bootstrapping[k] and turn % 8 == 0:
                actor[k] = copy.deepcopy(deep[k].mean).to(numbers)
        thread.join()
        turn += 1
        if time.time() - told > option("report", 15.0) and all(stores[k].test for k in stores):
            told = time.time()
            errors = report(since, stores, {"old": old, "small": {k: small[k].mean for k in small}, "deep": {k: deep[k].mean for k in deep}},
                            steps, rows)
            for k in actor:
                if not bootstrapping[k] and part > switch and errors["deep", k] < errors["old", k]:
                    bootstrapping[k] = True
                    print("plays by the deep net from here:", ("contact", "race")[k], flush=True)
        if time.time() - saved > 60:
            saved = time.time()
            save()
    save()
    print("done after %.0f s" % (time.time() - since), flush=True)


main()
