// The book's pages in a browser, from files: wide and narrow, light and dark, by axe-core; the
// search; without scripts. Prints a line of JSON for each check; screenshots go into the last argument.
//
//     node grader/book/src/browser/book.mjs chromium BOOK grader/target [all]
//
// With `all` every page is looked at in each of the four ways, else one of each kind in two.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [browserName, book, screenshots, which] = process.argv.slice(2);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOWN = ['index.html', 'curriculum.html', 'modules/05-tensor-autograd.html', 'solutions/01-scalar-tape.html',
  'notebooks/02-gradient-check.html', 'benchmarks/03-tape-reuse.html', 'validation.html', 'links.html'];
const WAYS = [['wide', 1280, 'light'], ['wide-dark', 1280, 'dark'], ['phone', 390, 'light'], ['phone-dark', 390, 'dark']];

async function check(name, test) {
  let problem = null;
  try { problem = await test() || null; } catch (e) { problem = String(e.message ?? e); }
  console.log(JSON.stringify({ name: 'book: ' + name, problem }));
}

const address = path => pathToFileURL(resolve(book, path)).href;
const browser = await chromium.launch({
  executablePath: browserName.startsWith('/') ? browserName : '/usr/bin/' + browserName,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
const pages = which !== 'all' ? SHOWN : readdirSync(book, { recursive: true })
  .filter(f => f.endsWith('.html') && !f.startsWith('leaderboard')).map(f => relative('.', f)).sort();

for (const [way, width, colorScheme] of which === 'all' ? WAYS : [WAYS[0], WAYS[3]]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const errors = [];
  page.on('console', m => m.type() === 'error' && errors.push(m.text()));
  page.on('pageerror', e => errors.push(e.message));
  for (const path of pages) {
    await check(`${path}, ${way}`, async () => {
      await page.goto(address(path));
      if (SHOWN.includes(path)) {
        const name = path.replace(/\W+/g, '-').replace(/-html$/, '');
        await page.screenshot({ path: join(screenshots, `book-${name}-${way}.png`) });
      }
      await page.evaluate(() => document.querySelectorAll('details').forEach(d => { d.open = true; }));
      const before = errors.splice(0); // axe reads style sheets, which pages from files may not
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) {
        const widest = await page.evaluate(() => [...document.querySelectorAll('main *')]
          .filter(e => !e.closest('pre, .scroll, .out')).sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0]?.outerHTML.slice(0, 160));
        return `the page is ${wide} wide on a screen of ${width}: ${widest}`;
      }
      await page.evaluate(AXE + '; undefined');
      const found = await page.evaluate(() => axe.run(document,
        { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], preload: false }));
      const problems = found.violations.map(v =>
        `${v.id}: ${v.help}\n  ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join('\n  ')}`);
      return [...problems, ...before].join('\n');
    });
  }
  await context.close();
}

const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
await check('the search finds a section by its words, from the keyboard', async () => {
  await page.goto(address('index.html'));
  await page.keyboard.press('/');
  await page.keyboard.type('gradient check');
  await page.locator('.search li a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/02-gradient-check/);
});
await check('the first Tab leads to the content', async () => {
  await page.goto(address('index.html'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  return new URL(page.url()).hash === '#main' ? null : page.url();
});
await check('without scripts everything but the search is there', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(address('solutions/01-scalar-tape.html'));
  await plain.locator('details.file summary').first().click();
  if (await plain.locator('.search').count()) return 'there is a search';
  return await plain.locator('details.file pre').first().isVisible() ? null : 'a file does not open';
});
await browser.close();
