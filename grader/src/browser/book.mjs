// The book's pages in a browser, from files: wide and narrow, light and dark, by axe-core; the
// search; without scripts. Prints a line of JSON for each check; pictures go into the last argument.
//
//     node grader/src/browser/book.mjs chromium BOOK grader/target
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bringAxe, checks, errorsOf, firstTabLeadsToTheContent, launch, picture, pictured, violations } from './common.mjs';

const [browserName, book, screenshots] = process.argv.slice(2);
const SHOWN = ['index.html', 'curriculum.html', 'modules/05-tensor-autograd.html', 'solutions/01-scalar-tape.html',
  'notebooks/02-gradient-check.html', 'benchmarks/03-tape-reuse.html', 'validation.html', 'links.html'];
const WAYS = [['wide', 1280, 'light'], ['wide-dark', 1280, 'dark'], ['phone-dark', 390, 'dark'], ['phone', 390, 'light']];
// Elements are the same in all ways, and more of them scroll on a phone; of SHOWN the wide pages are looked at, too.
const STRUCTURE = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] };
// Colours follow from names, classes and styles: in each way one element of a kind is looked at in the whole book.
const COLOURS = ['color-contrast', 'link-in-text-block'];

const check = checks('book');

const address = path => pathToFileURL(resolve(book, path)).href;
const browser = await launch(browserName);
const pages = readdirSync(book, { recursive: true })
  .filter(f => f.endsWith('.html') && !f.startsWith('leaderboard')).sort();

const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
page.setDefaultTimeout(60_000); // a busy machine is no failure
const errors = errorsOf(page);

async function look([, width, colorScheme]) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** What breaks these rules on the open page. */
const broken = async (way, options) => (await violations(page, options)).map(text => `${way}: ${text}`);

const structure = way => broken(way, { runOnly: STRUCTURE, rules: Object.fromEntries(COLOURS.map(rule => [rule, { enabled: false }])) });
const colours = way => broken(way, { runOnly: { type: 'rule', values: COLOURS } });

/** What is wider than the screen, but for what scrolls by itself. */
const tooWide = way => page.evaluate(way => {
  const [wide, width] = [document.documentElement.scrollWidth, innerWidth];
  const widest = [...document.querySelectorAll('main *')].filter(e => !e.closest('pre, .scroll, .out'))
    .sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0];
  return wide > width ? [`${way}: the page is ${wide} wide on a screen of ${width}: ${widest?.outerHTML.slice(0, 160)}`] : [];
}, way);

/** Opens what is closed. Of a file's thousands of coloured words one of a kind stays an element. */
const open = () => page.evaluate(() => {
  document.querySelectorAll('details').forEach(d => { d.open = true; });
  const seen = new Set();
  for (const word of document.querySelectorAll('pre span')) {
    const kind = [word.className, word.closest('pre').className, word.closest('.region') !== null].join();
    if (seen.has(kind)) word.replaceWith(...word.childNodes);
    seen.add(kind);
  }
  document.body.normalize();
});

/** Leaves the elements of kinds that are not among these, and those around them; the kinds of those that stay. */
const leaveNew = known => page.evaluate(known => {
  const seen = new Set(known), kinds = new Map(), stay = new Set(), added = [];
  for (const element of document.querySelectorAll('body, body *')) {
    const { parentElement } = element;
    const kind = `${kinds.get(parentElement) ?? ''} ${element.localName}.${element.getAttribute('class') ?? ''}${element.getAttribute('style') ?? ''}`;
    kinds.set(element, kind);
    if (seen.has(kind)) continue;
    seen.add(kind);
    added.push(kind);
    for (let e = element; e; e = e.parentElement) stay.add(e);
  }
  for (const element of document.querySelectorAll('body *')) if (!stay.has(element)) element.remove();
  return added;
}, known);

const [wide, , , phone] = WAYS;
const kinds = [];
for (const path of pages) {
  await check(path, async () => {
    errors.splice(0);
    await page.goto(address(path));
    if (pictured && SHOWN.includes(path)) {
      for (const way of WAYS) {
        await look(way);
        await picture(page, join(screenshots, `book-${path.replace(/\W+/g, '-').replace(/-html$/, '')}-${way[0]}.png`));
      }
    }
    await bringAxe(page);
    await open();
    await look(wide);
    const found = await tooWide('wide');
    if (SHOWN.includes(path)) found.push(...await structure('wide'));
    await look(phone);
    found.push(...await tooWide('phone'), ...await structure('phone'));
    const added = await leaveNew(kinds);
    kinds.push(...added);
    for (const way of added.length ? WAYS : []) {
      await look(way);
      found.push(...await colours(way[0]));
    }
    return [...found, ...errors].join('\n');
  });
}

await page.setViewportSize({ width: 1280, height: 900 });
await check('the search finds a section by its words, from the keyboard', async () => {
  await page.goto(address('index.html'));
  await page.keyboard.press('/');
  await page.keyboard.type('gradient check');
  await page.locator('.search li a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/02-gradient-check/);
});
await check('the search is closed by a result on its page, and where it is left', async () => {
  await page.goto(address('how-to.html'));
  const panel = page.locator('.search > div'), found = [];
  const closedBy = async (how, act) => {
    await page.locator('.search input').focus();
    await panel.waitFor();
    await act();
    if (await panel.isVisible()) found.push(`${how} leaves it open`);
  };
  await page.locator('.search input').fill('static pages');
  await closedBy('a click outside', () => page.locator('h1').click());
  await closedBy('the focus outside', () => page.locator('footer a').focus());
  await closedBy('a result', () => page.locator('.search li a[href*="how-to.html#"]').first().click());
  return found.join('\n');
});
await check('the search loads one index, reads its count aloud, and takes no key with Ctrl, Meta or Alt', async () => {
  await page.goto(address('index.html'));
  const found = [];
  for (const key of ['Control', 'Meta', 'Alt']) {
    await page.keyboard.press(`${key}+/`);
    if (await page.locator('.search input:focus').count()) found.push(`${key}+/ is taken`);
  }
  await page.keyboard.press('/');
  await page.evaluate(() => {
    for (const value of ['g', 'gr', 'gradient']) {
      Object.assign(document.querySelector('.search input'), { value }).dispatchEvent(new Event('input'));
    }
  });
  await page.locator('.search li a').first().waitFor();
  const indexes = await page.locator('script[src$="search-index.js"]').count();
  if (indexes !== 1) found.push(`${indexes} scripts with the index`);
  const aloud = await page.locator('.search [aria-live]').allTextContents();
  if (!/^\d+( of \d+)? sections$/.test(aloud.join())) found.push(`aloud is read: ${aloud.join().slice(0, 80)}`);
  return found.join('\n');
});
await check('the first Tab leads to the content', () => firstTabLeadsToTheContent(page, address('index.html')));
await check('without scripts everything but the search is there', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(address('solutions/01-scalar-tape.html'));
  await plain.locator('details.file summary').first().click();
  if (await plain.locator('.search').count()) return 'there is a search';
  return await plain.locator('details.file pre').first().isVisible() ? null : 'a file does not open';
});
await browser.close();
