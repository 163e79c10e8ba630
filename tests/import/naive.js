/* The generator of naive.py once more, in JavaScript: node naive.js FLOORS [--faults] */
"use strict";
const faults = process.argv.includes("--faults");
const sides = [[0, 1], [0, -1], [1, 0], [-1, 0]];
let state = 1;

function random() { // a small generator of random numbers with a seed, which Math.random has not
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

const below = (n) => Math.floor(random() * n);
const key = (x, y) => 100 * y + x;
const beside = (x, y, cells) => sides.filter(([dx, dy]) => cells.has(key(x + dx, y + dy))).length;
const take = (list) => list.splice(below(list.length), 1)[0];

function grow(target) {
    const plan = new Set([key(4, 3)]), queue = [[4, 3]], ends = [];
    for (const [x, y] of queue) { // it grows meanwhile
        const before = queue.length;
        for (const [dx, dy] of sides) {
            const [u, v] = [x + dx, y + dy];
            if (u >= 0 && u < 9 && v >= 0 && v < 8 && !plan.has(key(u, v)) && beside(u, v, plan) < 2 &&
                plan.size < target && random() < 0.5) {
                plan.add(key(u, v));
                queue.push([u, v]);
            }
        }
        if (queue.length === before && key(x, y) !== key(4, 3)) {
            ends.push([x, y]);
        }
    }
    const boss = ends[ends.length - 1];
    const isGood = plan.size === target && ends.length >= 3 && beside(...boss, new Set([key(4, 3)])) === 0;
    return isGood ? { plan, ends, cells: queue } : null;
}

function findSecret(plan, ends) {
    const forbidden = new Set((faults ? ends.slice(0, -1) : ends).map(([x, y]) => key(x, y))); // the last one is the boss
    for (let tries = 0; tries < 900; tries++) {
        const [x, y] = [below(9), below(8)];
        if (!plan.has(key(x, y)) && beside(x, y, forbidden) === 0 && beside(x, y, plan) >= 3 - Math.floor(tries / 300)) {
            return [x, y];
        }
    }
    return null;
}

function make() {
    let grown = null, secret = null;
    while (!secret) {
        const target = 7 + below(2);
        do {
            grown = grow(target);
        } while (!grown);
        secret = findSecret(grown.plan, grown.ends);
    }
    const { ends, cells } = grown, kinds = new Map([[key(4, 3), "start"], [key(...ends.pop()), "boss"]]);
    for (const kind of ["shop", "treasure"]) {
        kinds.set(key(...take(ends)), kind);
    }
    let roll = ["no_dead_end"];
    if (ends.length > 0) {
        const first = random() < (faults ? 1 / 3 : 1 / 7);
        roll = first ? ["rolled", "first_chance", "won", "placed"] : ["rolled", "second_rolled"];
        if (!first && random() < 1 / 4) { // at full health
            roll.push("second_chance", "won", "placed");
        }
        if (roll.includes("placed")) {
            kinds.set(key(...take(ends)), "sacrifice");
        }
    }
    const rooms = cells.map(([x, y]) => ({ cells: [[x, y]], kind: kinds.get(key(x, y)) ?? "normal" }));
    rooms.push({ cells: [secret], kind: "secret", added: true });
    return { rooms, rolls: { sacrifice: roll } };
}

for (let floor = 0; floor < Number(process.argv[2]); floor++) {
    console.log(JSON.stringify(make()));
}
