// A learner's first minutes: opens the notebooks with ./tapeline notebook, runs them, solves the
// first exercise in its cell, grades it, ends with Ctrl-C. Prints a line of JSON for each check.
//
//     node grader/src/browser/notebook.mjs chromium answers.json grader/target
//
// It is started in a copy of the course's folder; the last argument is where pictures go.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { checks, picture, started } from './common.mjs';

const [browser, answers, screenshots] = process.argv.slice(2);
const ANSWER = '%%exercise 01.1\n' + JSON.parse(readFileSync(answers))['01.1'];
const SERVER_MS = 120_000, NOTEBOOK_MS = 180_000, CELL_MS = 60_000;

const check = checks('browser');

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
  ...started(browser),
  headless: true,
  viewport: { width: 1200, height: 2200 },
});
const page = context.pages()[0] ?? await context.newPage();
page.setDefaultTimeout(CELL_MS);
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

// Waits for `what` below the first cell that holds `code`; null when it is at least this wide.
const shown = async (code, what, wide = 1) => {
  const output = page.locator('.code_cell', { has: page.locator('.input', { hasText: code }) })
    .locator('.output_area').locator(what).first();
  await output.waitFor();
  const { width } = await output.boundingBox();
  return width < wide ? `it is ${width} pixels wide` : null;
};
const screenshot = async name => {
  await picture(page, join(screenshots, name + '.png'));
};

// ---- what a learner does

await check('00 opens and runs', async () => { await open('00-start-here.ipynb'); return runAll(); });
await check('00 shows a chart', () => shown('Charts.', 'img, svg', 200));
await check('00 shows a table', () => shown('Table.create', 'table', 100));
await check('00 shows a progress bar, redrawn in place up to its end', async () => {
  const problem = await shown('ProgressBar.of', 'text=100 %');
  const text = await page.locator('.output_stdout', { hasText: '100 %' }).first().innerText();
  return problem ?? (text.split('%').length === 2 ? null : text);
});
await page.locator('.input', { hasText: 'ProgressBar.of' }).scrollIntoViewIfNeeded();
await screenshot('browser-00');

await check('01 opens and runs, unsolved', async () => { await open('01-scalar-tape.ipynb'); return runAll(); });
await check('01 says what is not started', () => shown('%%exercise 01.1', 'text=not started'));
await check('an answer is saved from its cell', async () => {
  const cell = await run('%%exercise 01.1', ANSWER);
  const text = await cell.innerText();
  return text.includes('not started') || text.includes('does not compile') ? text : null;
});
await check('%grade 01.1 is green', async () => {
  const cell = await run('%grade 01.1', '%grade 01.1');
  await cell.scrollIntoViewIfNeeded();
  const verdict = cell.locator('.output_area').getByText('passed').first();
  await verdict.waitFor();
  const [red, green, blue] = await verdict.evaluate(e => getComputedStyle(e).color.match(/\d+/g).map(Number));
  return green > red && green > blue ? null : `"passed" is rgb(${red}, ${green}, ${blue})`;
});
await screenshot('browser-01');
await page.setViewportSize({ width: 390, height: 1400 });
for (const magic of ['%grade 01.1', '%progress']) {
  await check(`${magic} fits a page of 390 pixels`, async () => {
    const cell = magic === '%progress' ? await run(magic, magic)
      : page.locator('.code_cell', { has: page.locator('.input', { hasText: magic }) });
    const table = cell.locator('.output_area .tapeline table').first();
    await table.scrollIntoViewIfNeeded();
    const [needed, there] = await table.evaluate(e => {
      const area = e.closest('.output_subarea');
      return [area.scrollWidth, area.clientWidth];
    });
    await screenshot(`browser-01-${magic.slice(1, 6)}-narrow`);
    return needed <= there ? null : `it is ${needed} pixels wide in ${there}`;
  });
}

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
  const limit = new Promise(resolve => setTimeout(() => resolve('late'), CELL_MS));
  if (await Promise.race([ended, limit]) === 'late') return 'Maven is still running';
  for (const end = Date.now() + CELL_MS; Date.now() < end;) {
    const answers = await fetch(address.url).then(() => true, () => false);
    if (!answers && !kernels().length) return null;
    await new Promise(resolve => setTimeout(resolve, 500));
  }
  return kernels().length ? `kernels still run: ${kernels()}` : 'Jupyter still answers';
});
process.exit(0);
