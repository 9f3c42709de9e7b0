// What the scripts beside this one share: a line of JSON for each check, the browser, axe-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Options for a start of the browser of this name, or at this path. */
export const started = browser => ({
  executablePath: browser.startsWith('/') ? browser : '/usr/bin/' + browser,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});

export const launch = browser => chromium.launch(started(browser));

/** Says that pictures are taken, which a person reads and no check does: not where CI is set. */
export const pictured = !process.env.CI;

/** Takes a picture. */
export const picture = async (page, path, options) => {
  if (pictured) await page.screenshot({ path, ...options });
};

/** A check: what `test` returns or throws, if anything, is its problem. */
export const checks = prefix => async (name, test) => {
  let problem = null;
  try { problem = await test() || null; } catch (e) { problem = String(e.message ?? e); }
  console.log(JSON.stringify({ name: `${prefix}: ${name}`, problem }));
};

/** Brings axe-core onto the page. Its policy may let no foreign script in, so it comes by the debugger's way. */
export const bringAxe = page => page.evaluate(AXE + '; undefined');

/** Which of these rules of axe-core the page breaks, and where. */
export const violations = (page, options) => page.evaluate(async options => {
  const { violations } = await axe.run(document, { ...options, preload: false, resultTypes: ['violations'] });
  return violations.map(v => `${v.id}: ${v.help}\n  ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join('\n  ')}`);
}, options);

/** What the page's console and its scripts complain of. */
export const errorsOf = page => {
  const errors = [];
  page.on('console', m => m.type() === 'error' && errors.push(m.text()));
  page.on('pageerror', e => errors.push(e.message));
  return errors;
};

/** Returns where the first Tab and Enter lead, if that is not the content. A move within a page may come after the key. */
export const firstTabLeadsToTheContent = async (page, address) => {
  await page.goto(address);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  return page.waitForURL(url => url.hash === '#main').then(() => null, () => page.url());
};
