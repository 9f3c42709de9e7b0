// A learner's first minutes: opens the notebooks with ./tapeline notebook, runs them, solves the
// first exercise in its cell, grades it, ends with Ctrl-C. Prints a line of JSON for each check.
//
//     node notebooks/kernel/src/browser/notebook.mjs chromium answers.json grader/target
//
// It is started in a copy of the course's folder; the last argument is where screenshots go.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [browser, answers, screenshots] = process.argv.slice(2);
const ANSWER = '%%exercise 01.1\n' + JSON.parse(readFileSync(answers))['01.1'];
const SERVER_MS = 120_000, NOTEBOOK_MS = 180_000, CELL_MS = 60_000;

async function check(name, test) {
  let problem = null;
  try { problem = await test() ?? null; } catch (e) { problem = String(e.message ?? e); }
  console.log(JSON.stringify({ name: 'browser: ' + name, problem }));
}

// ---- the server: the documented command, in a process group that Ctrl-C reaches

const server = spawn('./tapeline', ['notebook', '-Djupyter=--no-browser --ip=127.0.0.1'], { detached: true });
const ended = new Promise(resolve => server.on('exit', resolve));
const address = await new Promise((resolve, reject) => {
  let log = '';
  const read = chunk => {
    log += chunk;
    const found = log.match(/(http:\/\/127\.0\.0\.1:\d+\/)\?token=(\w+)/);
    if (found) resolve({ url: found[1], token: found[2] });
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);
  ended.then(code => reject(new Error(`./tapeline notebook ended with ${code}:\n${log}`)));
  setTimeout(() => reject(new Error('no address from Jupyter:\n' + log)), SERVER_MS).unref();
});

// ---- the page

const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'browser ')), {
  executablePath: browser.startsWith('/') ? browser : '/usr/bin/' + browser,
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  viewport: { width: 1200, height: 1700 },
});
const page = context.pages()[0] ?? await context.newPage();
page.on('dialog', dialog => dialog.accept()); // leaving a page that is not saved

const open = async notebook => {
  await page.goto(`${address.url}notebooks/notebooks/${notebook}?token=${address.token}`);
  await page.waitForFunction(() => window.Jupyter?.notebook?._fully_loaded
    && Jupyter.notebook.kernel?.is_connected(), null, { timeout: NOTEBOOK_MS });
};

// Resolves when every code cell has been run; a cell that runs shows a star.
const finished = timeout => page.waitForFunction(() => Jupyter.notebook.get_cells()
  .filter(cell => cell.cell_type === 'code' && cell.get_text().trim())
  .every(cell => cell.input_prompt_number && cell.input_prompt_number !== '*'), null, { timeout });

const runAll = async () => {
  await page.evaluate(() => Jupyter.notebook.execute_all_cells());
  await finished(NOTEBOOK_MS);
  const errors = await page.locator('.output_error').allInnerTexts();
  return errors.length ? errors.join('\n') : null;
};

// Puts `text` into the first cell that begins with `head`, or into a new one at the end, and runs it.
const run = async (head, text) => {
  const index = await page.evaluate(([head, text]) => {
    const cells = Jupyter.notebook.get_cells();
    let at = cells.findIndex(cell => cell.cell_type === 'code' && cell.get_text().startsWith(head));
    if (at < 0) {
      Jupyter.notebook.insert_cell_at_bottom('code');
      at = cells.length;
    }
    Jupyter.notebook.select(at);
    Jupyter.notebook.get_cell(at).set_text(text);
    Jupyter.notebook.get_cell(at).execute();
    return at;
  }, [head, text]);
  await finished(CELL_MS);
  return page.locator('.cell').nth(index);
};

const visible = async (what, locator) =>
  await locator.first().isVisible() ? null : `there is no visible ${what}`;
const image = () => page.waitForFunction(() => [...document.querySelectorAll('.output_area img, .output_area svg')]
  .some(i => (i.naturalWidth ?? i.getBoundingClientRect().width) > 100), null, { timeout: 10_000 });
const screenshot = async name => {
  await page.screenshot({ path: join(screenshots, name + '.png') });
};

// ---- what a learner does

await check('00 opens and runs', async () => { await open('00-start-here.ipynb'); return runAll(); });
await check('00 shows a chart', async () => { await image(); });
await check('00 shows a table', () => visible('table', page.locator('.output_area table')));
await check('00 shows a progress bar that stands at its end', () =>
  visible('progress bar at 100 %', page.locator('.output_stdout', { hasText: '100' })));
await screenshot('browser-00');

await check('01 opens and runs, unsolved', async () => { await open('01-scalar-tape.ipynb'); return runAll(); });
await check('01 says what is not started', () =>
  visible('"not started"', page.locator('.output_area', { hasText: 'not started' })));
await check('an answer is saved from its cell', async () => {
  const cell = await run('%%exercise 01.1', ANSWER);
  const text = await cell.innerText();
  return text.includes('not started') || text.includes('does not compile') ? text : null;
});
await check('%grade 01.1 shows that it passed', async () => {
  const cell = await run('%grade 01.1', '%grade 01.1');
  await cell.scrollIntoViewIfNeeded();
  const text = await cell.locator('.output_area').innerText();
  return text.includes('passed') ? null : text;
});
await screenshot('browser-01');

// ---- the end

await context.close();
// The processes that run from this folder's jars.
const kernels = () => readdirSync('/proc').filter(pid => /^\d+$/.test(pid)).filter(pid => {
  try { return readFileSync(`/proc/${pid}/cmdline`).includes(join(process.cwd(), 'notebooks/kernel/target/library')); }
  catch { return false; } // it has just ended
});

await check('Ctrl-C ends the server and its kernels', async () => {
  if (!kernels().length) return 'no kernel was running';
  process.kill(-server.pid, 'SIGINT');
  const limit = new Promise(resolve => setTimeout(() => resolve('late'), 30_000));
  if (await Promise.race([ended, limit]) === 'late') return 'Maven is still running';
  for (let i = 0; i < 60; i++) {
    const answers = await fetch(address.url).then(() => true, () => false);
    if (!answers && !kernels().length) return null;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
  return kernels().length ? `kernels still run: ${kernels()}` : 'Jupyter still answers';
});
process.exit(0);
