// The leaderboard's pages in a browser: as files, wide and narrow, light and dark, and live while a
// run goes on. Prints a line of JSON for each check; pictures go into the last argument.
//
//     node grader/src/browser/board.mjs chromium java CLASSPATH grader/target
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringAxe, checks, errorsOf, firstTabLeadsToTheContent, launch, picture, violations } from './common.mjs';

const [browserName, java, classPath, screenshots] = process.argv.slice(2);
const START_MS = 180_000, CHANGE_MS = 180_000;
const JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '--enable-native-access=ALL-UNNAMED', '-cp', classPath];
const TESTS = 'tapeline.instructor.board.';

const check = checks('leaderboard');

// ---- a board with something of everything, and its pages as files

const folder = mkdtempSync(join(tmpdir(), 'board '));
const made = spawnSync(java, [...JVM, TESTS + 'DemoBoard', folder], { encoding: 'utf8' });
if (made.status !== 0) {
  console.log(made.stdout + made.stderr);
  process.exit(1);
}
const site = 'file://' + encodeURI(folder) + '/site/';
const entries = readdirSync(join(folder, 'site/entries')).filter(f => f.endsWith('.html'));
const pageWith = text => 'entries/' + entries.find(f =>
  readFileSync(join(folder, 'site/entries', f), 'utf8').includes(`<h1>${text}</h1>`));
const PAGES = {
  index: 'index.html', event: 'events/matmul.html', refused: 'refused.html',
  entry: pageWith('Blocks, packed'), rejected: pageWith('Replay'), counted: 'events/smallest-model.html',
};

const browser = await launch(browserName);

for (const [view, width, colorScheme] of
  [['light', 1200, 'light'], ['dark', 1200, 'dark'], ['phone', 360, 'light'], ['phone-dark', 360, 'dark']]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const errors = errorsOf(page);
  for (const [name, path] of Object.entries(PAGES)) {
    await check(`${name}, ${view}`, async () => {
      await page.goto(site + path);
      await picture(page, join(screenshots, `board-${name}-${view}.png`), { fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) return `the page is ${wide} wide on a screen of ${width}`;
      await bringAxe(page);
      const problems = await violations(page,
        { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] });
      return [...problems, ...errors.splice(0)].join('\n');
    });
  }
  await context.close();
}

// ---- filters, by keyboard, without a server

const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
const teams = () => page.locator('.ranking tbody tr:visible .who a').allInnerTexts();

await check('filters narrow the table and stand in the address', async () => {
  await page.goto(site + PAGES.event);
  const all = await teams();
  await page.getByLabel('Team').focus();
  await page.keyboard.type('KERNEL');
  if ((await teams()).join() !== 'Kernel Panic') return 'by team: ' + await teams();
  const said = await page.locator('.filters output').innerText();
  if (!said.startsWith(`1 of ${all.length} shown`)) return 'it says: ' + said;
  await page.getByLabel('Team').fill('');
  await page.getByLabel('Technique').selectOption('packing');
  const packing = await teams();
  if (packing.length !== 2 || !packing.includes('Ada’s Engines')) return 'by technique: ' + packing;
  await page.reload();
  if ((await teams()).join() !== packing.join()) return 'after loading again: ' + await teams();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.waitForTimeout(100);
  if ((await teams()).length !== all.length) return 'after Show all: ' + await teams();
  await page.getByLabel('Beside the baseline').selectOption('UNDECIDED');
  return (await teams()).includes('The Vector Lane') ? 'a better team counts as undecided' : null;
});

await check('a name that is a script does not run', async () =>
  await page.title() === 'owned' || await page.locator('tbody b, tbody img').count() ? 'it did' : null);

await check('the first Tab leads to the content', () => firstTabLeadsToTheContent(page, site + PAGES.index));

// ---- live: the page follows a run

const run = spawn(java, [...JVM.slice(0, 2), '-Dfake.millis=1000', ...JVM.slice(2), TESTS + 'FakeInstructor',
  'leaderboard', 'run', join(folder, 'submissions'), '--db', join(folder, 'live.db'), '--serve', '--port', '0']);
let log = '';
const address = await new Promise((resolve, reject) => {
  const read = chunk => {
    log += chunk;
    const url = log.match(/http:\/\/127\.0\.0\.1:\d+\//);
    if (url) resolve(url[0]);
  };
  run.stdout.on('data', read);
  run.stderr.on('data', read);
  run.on('exit', code => reject(new Error(`the run ended with ${code}:\n${log}`)));
  setTimeout(() => reject(new Error('no address:\n' + log)), START_MS).unref();
});

await check('the live page follows a run to its end', async () => {
  await page.goto(address);
  await page.waitForSelector('.run progress', { timeout: CHANGE_MS });
  const before = await page.locator('.card li').count();
  await page.waitForFunction(n => document.querySelectorAll('.card li').length > n, before, { timeout: CHANGE_MS });
  await picture(page, join(screenshots, 'board-live.png'), { fullPage: true });
  await page.waitForSelector('.run', { state: 'detached', timeout: CHANGE_MS });
  return null;
});

run.removeAllListeners('exit');
run.kill('SIGKILL');
await browser.close();
