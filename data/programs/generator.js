// A generator for `floorlab run`: random walks of rooms. Keep the loop at the end, replace make().
//
//     floorlab show program --set command='node generator.js' --set rooms=9 --floor 7
const random = (seed, number) => {  // the random numbers of a floor: 0 <= r < 1
  let h = 2166136261;
  for (const sign of `${seed} ${number}`) h = Math.imul(h ^ sign.charCodeAt(0), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

function make(rng, settings) {
  const cells = [[0, 0]], taken = new Set(["0,0"]);
  const pick = (list) => list[Math.floor(rng() * list.length)];
  while (cells.length < (settings.rooms ?? 8)) {
    const [x, y] = pick(cells), [dx, dy] = pick([[1, 0], [0, 1], [-1, 0], [0, -1]]);
    if (!taken.has(`${x + dx},${y + dy}`)) {
      taken.add(`${x + dx},${y + dy}`);
      cells.push([x + dx, y + dy]);
    }
  }
  const left = Math.min(...cells.map((c) => c[0])), top = Math.min(...cells.map((c) => c[1]));
  const kind = (i) => (i === 0 ? "start" : i === cells.length - 1 ? "boss" : "normal");
  return { rooms: cells.map(([x, y], i) => ({ cells: [[x - left, y - top]], kind: kind(i) })) };
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { seed, first, floors, settings } = JSON.parse(line);
  let answer = "";
  for (let number = first; number < first + floors; number++)
    answer += JSON.stringify({ index: number, ...make(random(seed, number), settings) }) + "\n";
  process.stdout.write(answer);
});
