// The page in a browser, as people use it: by mouse, by keyboard, by its address, and with bad intentions.
//
//     node browser.mjs floorlab.html chromium NODE_FOLDER PICTURES
//
// NODE_FOLDER has playwright-core and axe-core (./lab deps puts them there); screenshots go to the folder PICTURES.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { equal, runTests, test, truth } from './support.mjs';

const [html, chromium, nodeFolder, pictures] = process.argv.slice(2).map((name) => path.resolve(name));
const require = createRequire(path.join(nodeFolder, 'package.json'));
const playwright = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const address = pathToFileURL(html).href;
const LONG = 60000; // milliseconds: the machine may be busy

// Root needs --no-sandbox, as in a container.
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await playwright.chromium.launch({ executablePath: chromium, args: sandbox });
const requests = [];

async function opened(hash = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(LONG);
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('dialog', (dialog) => { page.faults.push('a dialog'); dialog.dismiss(); });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address + hash);
  await ready(page);
  return page;
}

async function ready(page) {
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
}

async function closed(page) {
  equal(page.faults.join('; '), '', 'errors of the page');
  await page.context().close();
}

// Waits until something is true in the page. (Playwright's own way needs eval, which the page's policy forbids.)
async function until(page, predicate, given) {
  for (const end = Date.now() + LONG; !await page.evaluate(predicate, given);) {
    truth(Date.now() < end, `it did not come to pass: ${predicate}`);
    await page.waitForTimeout(50);
  }
}

async function titleBecomes(page, text) {
  await until(page, (wanted) => document.getElementById('floor-title').textContent === wanted, text);
}

test('it starts from a file, asks for nothing else, and shows a floor', async () => {
  const page = await opened();
  await titleBecomes(page, 'floor 0');
  truth(await page.locator('#floor-shown svg rect').count() > 5, 'a map with rooms');
  equal(await page.textContent('#floor-shown .command code'), 'floorlab show rebirth --floor 0 --set rules=repentance', 'the command');
  const shown = await page.evaluate(() => performance.getEntriesByName('floor shown')[0].startTime);
  console.log(`# first floor after ${Math.round(shown)} ms`);
  truth(requests.every((url) => url === address || url.startsWith('blob:') || url.startsWith('data:')), `it asks for ${requests}`);
  await closed(page);
});

test('the address holds the whole state: reload and back work', async () => {
  const page = await opened('#generator=classic');
  await page.fill('#setting-level', '5');
  await page.fill('#floor', '7');
  await page.fill('#seed', '18446744073709551615');
  await titleBecomes(page, 'floor 7');
  await until(page, () => location.hash.includes('seed=18446744073709551615') && location.hash.includes('set.level=5'));
  const command = 'floorlab show classic --floor 7 --seed 18446744073709551615 --set level=5';
  await until(page, (wanted) => document.querySelector('#floor-shown code')?.textContent === wanted, command);
  await page.click('#tab-gallery');
  await until(page, () => location.hash.includes('view=gallery'));
  await page.reload();
  await ready(page);
  equal(await page.inputValue('#setting-level'), '5', 'level after a reload');
  truth(await page.isVisible('#view-gallery'), 'the gallery after a reload');
  await page.goBack();
  await page.waitForSelector('#view-floor:not([hidden])');
  await titleBecomes(page, 'floor 7');
  await page.selectOption('#generator', 'grid');
  await until(page, () => location.hash.includes('generator=grid'));
  await page.goBack();
  await until(page, () => document.getElementById('generator').value === 'classic');
  await closed(page);
});

test('every generator and every setting of its table has a field', async () => {
  const page = await opened();
  for (const generator of ['classic', 'grid', 'rebirth', 'room', 'journey']) {
    await page.selectOption('#generator', generator);
    await until(page, (name) => document.getElementById('settings').dataset.of === name
      && document.querySelector('#floor-shown code')?.textContent.startsWith(`floorlab show ${name}`), generator);
    const fields = await page.$$eval('#settings .setting', (all) => all.map((one) => one.dataset.name));
    const expected = await page.evaluate((name) => floorlabPage.catalogue.generators.find((one) => one.name === name).settings.map((one) => one.name), generator);
    equal(fields.sort().join(), expected.sort().join(), `fields of ${generator}`);
  }
  await closed(page);
});

test('a game seed leads to the game\'s floor', async () => {
  const command = 'floorlab show rebirth --floor "B911 0MT3" --set rng=isaac';
  const shows = (page, wanted) => until(page, (text) => document.querySelector('#floor-shown code')?.textContent === text, wanted);
  const page = await opened('#generator=rebirth');
  await page.fill('#floor', 'b9110mt3');
  await shows(page, command);
  equal(await page.inputValue('#setting-rng'), 'isaac', 'the setting');
  truth((await page.textContent('#floor-title')).includes('game seed B911 0MT3'), 'the title');
  truth((await page.textContent('#floor-shown svg')).includes('"B911 0MT3"'), 'the title of the picture');
  await page.selectOption('#setting-rng', 'pcg');
  await until(page, () => document.getElementById('seed-told').textContent.includes('is not the game\'s'));
  await closed(page);
  const linked = await opened('#generator=rebirth&floor=B911+0MT3&toString=1');
  await shows(linked, command);
  await linked.fill('#floor', '7');
  await until(linked, () => location.hash.includes('floor=7'));
  truth(!await linked.evaluate(() => location.hash.includes('toString')), 'the address has only what the page knows');
  await closed(linked);
});

test('it is used by keyboard alone', async () => {
  const page = await opened();
  await page.keyboard.press('Tab');
  equal(await page.evaluate(() => document.activeElement.className), 'skip', 'the first stop');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await titleBecomes(page, 'floor 1');
  await page.keyboard.press('PageDown');
  await titleBecomes(page, 'floor 11');
  await page.keyboard.press('ArrowLeft');
  await titleBecomes(page, 'floor 10');
  await page.focus('#tab-floor');
  await page.keyboard.press('ArrowRight');
  equal(await page.evaluate(() => document.activeElement.id), 'tab-gallery', 'focus after an arrow');
  await page.keyboard.press('ArrowRight');
  await until(page, () => Boolean(floorlabPage.map.joint) && floorlabPage.counting.floors > 1000);
  await page.focus('#range-map');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  await until(page, () => /dead_ends \d+: /.test(document.getElementById('range-cell').textContent));
  await page.keyboard.press('Enter');
  await closed(page);
});

test('workers count until they are stopped, and go on; cells lead to their floors', async () => {
  const page = await opened('#view=range&across=rooms&up=boss_distance');
  const counted = () => page.evaluate(() => floorlabPage.counting.floors);
  await until(page, () => floorlabPage.counting.floors > 20000 && Boolean(floorlabPage.map.joint));
  await page.click('#range-progress button');
  await until(page, () => !floorlabPage.counting.isRunning);
  await page.evaluate(() => Promise.all(floorlabPage.counting.loops));
  const stopped = await counted();
  await page.waitForTimeout(700);
  equal(await counted(), stopped, 'counted while stopped');
  await page.click('#range-progress button');
  await until(page, (before) => floorlabPage.counting.floors > before, stopped);
  await page.click('#range-progress button');
  await page.evaluate(() => Promise.all(floorlabPage.counting.loops));
  const sum = await page.evaluate(async () => Number((await floorlabPage.crew.keeper.ask('joint', 0)).counts.reduce((a, b) => a + b, 0n)));
  equal(sum, await counted(), 'the sum over all cells');
  const cell = await page.evaluate(() => { const { map } = floorlabPage; map.choose(map.bounds.left, map.bounds.low + 1); return map.list().then(() => map.cell); });
  const shown = await page.$$eval('#range-floors button', (all) => all.map((one) => one.textContent.match(/\d+$/)[0]));
  truth(shown.length > 0, 'floors of a cell');
  await page.click('#range-floors button');
  await titleBecomes(page, `floor ${shown[0]}`);
  await page.click('#floor-shown summary');
  const value = (name) => page.locator(`#floor-shown tr:has(th:text-is("${name}")) td`).first().textContent();
  equal(`${await value('rooms')},${await value('boss_distance')}`, cell.join(), 'its two metrics');
  await closed(page);
});

test('documented odds have intervals and verdicts', async () => {
  const page = await opened('#view=odds&set.level=3');
  await page.waitForSelector('#odds-shown .badge.confirmed');
  const row = await page.$eval('#odds-shown tbody tr', (one) => [...one.children].map((cell) => cell.textContent));
  truth(/^\d/.test(row[1]) && / … /.test(row[3]) && /confirmed|refuted|undecided/.test(row[5]), row.join('|'));
  await closed(page);
});

test('what is found is what was asked for', async () => {
  const page = await opened('#view=find&set.level=4');
  await page.fill('#find-text', 'rooms >= 16 && dead_ends == 7');
  await page.press('#find-text', 'Enter');
  await page.waitForSelector('#find-shown button');
  await until(page, () => !floorlabPage.finding.isRunning);
  const found = await page.evaluate(async () => {
    const { finding, crew } = floorlabPage;
    return Promise.all(finding.found.map(async (number) => JSON.parse(await crew.finder.ask('line', 0, number)).metrics));
  });
  truth(found.length > 0 && found.every((of) => of.rooms >= 16 && of.dead_ends === 7), JSON.stringify(found[0]));
  const before = found.length;
  await page.click('#find-more');
  await until(page, (n) => floorlabPage.finding.found.length > n && !floorlabPage.finding.isRunning, before);
  const every = await page.evaluate(() => floorlabPage.finding.found.map(String));
  equal(new Set(every).size, every.length, 'more are others');
  await page.fill('#find-text', '');
  await page.click('details:has(#find-names) summary');
  await page.click('#find-names button:text-is("dead_ends")');
  equal(await page.inputValue('#find-text'), 'dead_ends', 'a name that was chosen');
  await page.fill('#find-text', 'roms > 3');
  await page.press('#find-text', 'Enter');
  await page.waitForSelector('#find-shown .refusal');
  truth((await page.textContent('#find-shown')).includes("'rooms'"), await page.textContent('#find-shown'));
  await closed(page);
});

test('a link to a search shows what it finds, and a floor of the gallery is a link', async () => {
  const page = await opened('#generator=classic&view=find&find=rooms%20%3E%3D%2012&set.level=4');
  await page.waitForSelector('#find-shown button svg');
  await closed(page);
  const gallery = await opened('#generator=classic&view=gallery&floor=40');
  await gallery.click('#gallery-shown [role=link]:text-is("floor 41")');
  await titleBecomes(gallery, 'floor 41');
  await gallery.click('#tab-gallery');
  await gallery.click('#gallery-shown [role=link]:text-is("floor 42") + g', { position: { x: 5, y: 5 } });
  await titleBecomes(gallery, 'floor 42');
  await closed(gallery);
});

test('counting ends where one sees no more, and goes on when asked', async () => {
  const page = await opened('#generator=classic&view=range');
  await page.evaluate(() => { floorlabPage.counting.enough = 1; });
  await until(page, () => floorlabPage.counting.isEnough && !floorlabPage.counting.isRunning);
  await until(page, () => /as precise as/.test(document.getElementById('range-progress').textContent));
  const bars = await page.locator('#range-across-bars b').allTextContents();
  equal(bars.join(), '8,9', 'a bar for each number of rooms');
  const before = await page.evaluate(() => floorlabPage.counting.floors);
  await page.evaluate(() => { floorlabPage.counting.enough = 1e12; });
  await page.click('#range-progress button');
  await until(page, (n) => floorlabPage.counting.floors > n, before);
  await closed(page);
});

test('a ruleset is edited: floors change, and refusals tell line and nearest name', async () => {
  const page = await opened('#generator=grid');
  await page.click('#ruleset-part summary');
  await page.click('#ruleset-from');
  await until(page, () => document.getElementById('ruleset').value.includes('passes:'));
  const text = await page.inputValue('#ruleset');
  const line = text.slice(0, text.indexOf('passes:')).split('\n').length;
  await page.fill('#ruleset', text.replace('passes:', 'pases:'));
  await until(page, () => document.getElementById('ruleset-told').textContent !== '');
  const told = await page.textContent('#ruleset-told');
  truth(told.startsWith(`line ${line}: `) && told.includes("did you mean 'passes'?"), `line ${line}: ${told}`);
  equal(await page.getAttribute('#ruleset', 'aria-invalid'), 'true', 'aria-invalid');
  await page.fill('#ruleset', text);
  await until(page, () => document.getElementById('ruleset-told').textContent === '');
  await until(page, () => document.querySelector('#floor-shown code').textContent.includes('rules=./mine.yaml'));
  await page.selectOption('#picture', 'passes');
  await until(page, () => document.querySelector('#floor-shown code').textContent.endsWith('--passes'));
  await page.click('#settings-more > summary');
  await page.fill('#setting-max_attempts', '0');
  await page.waitForSelector('#refused:not([hidden])');
  truth((await page.textContent('#refused')).includes('max_attempts'), await page.textContent('#refused'));
  await closed(page);
});

test('two settings are compared in every metric', async () => {
  const page = await opened('#view=compare&other=level%3D6');
  await page.waitForSelector('#compare-shown tbody tr');
  equal(await page.locator('#compare-pictures svg').count(), 2, 'pictures');
  const rooms = await page.locator('#compare-shown tr:has(th:text-is("≠ rooms")) td').allTextContents();
  truth(Number(rooms[1]) > Number(rooms[0]) + 10, rooms.join());
  await page.fill('#compare-other', 'level=99');
  await page.waitForSelector('#refused:not([hidden])');
  await closed(page);
});

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return fs.readFileSync(await download.path());
}

test('pictures and numbers can be saved', async () => {
  const page = await opened('#floor=3');
  await titleBecomes(page, 'floor 3');
  const button = (name) => page.locator('#floor-shown .saves button', { hasText: name });
  truth((await saved(page, button('SVG'))).toString().startsWith('<svg '), 'SVG');
  equal((await saved(page, button('PNG'))).subarray(1, 4).toString(), 'PNG', 'PNG');
  equal(JSON.parse(await saved(page, button('JSON'))).index, 3, 'JSON');
  truth(/^metric,value\nrooms,\d+\n/.test((await saved(page, button('CSV'))).toString()), 'CSV');
  await page.click('#tab-range');
  await until(page, () => Boolean(floorlabPage.map.joint));
  truth(/^rooms,dead_ends,count\n\d+,\d+,\d+\n/.test((await saved(page, page.locator('#range-saves button', { hasText: 'CSV' }))).toString()), 'counts as CSV');
  await closed(page);
});

// Bad intentions: what stands in the address, and rulesets that are meant to take for ever.
const TILES = `name: x\nsize: {width: 200, height: 200}\nrooms:\n  - {name: a, shape: ["${'#'.repeat(1000)}"], weight: 1}\n`;
const HOSTILE = [
  '#generator=%3Cscript%3Ewindow.hacked=1%3C/script%3E&view=%22%3E%3Cimg src=x onerror=window.hacked=1%3E',
  '#generator=classic&set.%3Cimg%20src%3Dx%20onerror%3Dwindow.hacked%3D1%3E=1&seed=1e99&floor=%3Csvg onload=window.hacked=1%3E',
  '#%E0%A4%A&generator=%&set.level=%FF%FE',
  `#generator=classic&set.max_attempts=1000000&set.min_end_rooms=20&set.rooms=60&set.rows=1&view=range`,
  `#generator=grid&set.rules=./mine.yaml&ruleset=${encodeURIComponent(TILES)}`,
  `#generator=grid&set.rules=./mine.yaml&ruleset=${encodeURIComponent('['.repeat(60000))}`,
  `#generator=grid&set.rules=./mine.yaml&ruleset=${encodeURIComponent('a: &a [*a, *a]\nb: "<script>window.hacked=1</script>"')}`,
  `#generator=grid&set.rules=./mine.yaml&ruleset=${encodeURIComponent('{"<img src=x onerror=window.hacked=1>": 1}')}`,
  `#view=find&find=${encodeURIComponent('('.repeat(1900))}`,
  `#view=compare&other=${encodeURIComponent('level=4 <b>x</b>=1')}`,
  `#generator=room&set.set=../../etc/passwd`,
  `#__proto__=1&constructor=2&settings=3&view=constructor&set.__proto__=4`,
];

test('a hostile address runs nothing and freezes nothing', async () => {
  for (const hash of HOSTILE) {
    const page = await opened(hash);
    await page.waitForTimeout(300);
    equal(await page.evaluate(() => typeof window.hacked), 'undefined', `${hash.slice(0, 80)}: window.hacked`);
    equal(await page.locator('img, script[src], iframe').count(), 0, `${hash.slice(0, 80)}: elements of others`);
    await page.evaluate(() => { location.hash = '#generator=classic&floor=5'; });
    await titleBecomes(page, 'floor 5');
    await closed(page);
  }
});

test('a floor that takes for ever is stopped, and typing goes on meanwhile', async () => {
  const page = await opened('#generator=classic&set.rules=article&set.level=12');
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => { window.longest = Math.max(window.longest, duration); }))
      .observe({ type: 'longtask' });
  });
  await page.evaluate(() => { location.hash = '#generator=classic&set.max_attempts=1000000&set.min_end_rooms=20&set.level=12&set.rooms=24'; });
  await page.focus('#compare-other', { timeout: 1 }).catch(() => {});
  await page.fill('#setting-filter', '');
  await page.locator('#setting-filter').pressSequentially('start');
  equal(await page.inputValue('#setting-filter'), 'start', 'what was typed');
  truth(await page.evaluate(() => window.longest) < 2000, `a task of ${await page.evaluate(() => window.longest)} ms`);
  await page.evaluate(() => { location.hash = '#generator=room&floor=2'; });
  await titleBecomes(page, 'room 2');
  await closed(page);
});

const LOOKS = ['#floor=7&set.level=6', '#view=gallery&generator=rebirth', '#view=range&set.level=5', '#view=odds', '#view=find&find=rooms%20%3E%209',
  '#view=compare&other=level%3D4', '#generator=grid&picture=passes&set.rules=underworld', '#generator=room', '#generator=journey'];

async function settled(page) {
  await page.waitForTimeout(250);
  const view = await page.evaluate(() => floorlabPage.state.view);
  const mark = { floor: '#floor-shown svg', gallery: '#gallery-shown svg', odds: '#odds-shown table', compare: '#compare-shown table' }[view];
  await until(page, (selector) => Boolean(selector ? document.querySelector(selector) : floorlabPage.state.view === 'find' || floorlabPage.map.joint), mark);
}

const WIDTHS = [1280, 360, 2560];

async function look(page, hash, name) {
  await page.evaluate(axe);
  const broken = await page.evaluate(async () => (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`));
  equal(broken.join('\n'), '', `${hash}: rules of accessibility`);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 2000 ? 1440 : 800 });
    await page.waitForTimeout(100);
    truth(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), `${hash} is wider than ${width}`);
    await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`), fullPage: width < 2000 });
  }
  equal(await page.evaluate(() => document.getAnimations().length), 0, 'things that move');
}

for (const colorScheme of ['light', 'dark']) {
  test(`no view breaks a rule of accessibility or runs off a page of ${WIDTHS.join(', ')} pixels (${colorScheme})`, async () => {
    fs.mkdirSync(pictures, { recursive: true });
    for (const [i, hash] of LOOKS.entries()) {
      const page = await opened(hash, { colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      await look(page, hash, `${colorScheme}-${i}`);
      await closed(page);
    }
  });
}

await runTests(() => browser.close());
