// A class's pages in a browser: sign in, hand in, receipts; wide and narrow, light and dark. Prints a line of JSON for
// each check; pictures go into the last argument. Started in the course's root.
//
//     node grader/src/browser/class.mjs chromium java CLASSPATH grader/target
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bringAxe, checks, errorsOf, firstTabLeadsToTheContent, launch, picture, violations } from './common.mjs';

const [browserName, java, classPath, screenshots] = process.argv.slice(2);
const START_MS = 180_000;
const INSTRUCTOR = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '--enable-native-access=ALL-UNNAMED', '-Dtapeline.root=' + process.cwd(),
  '-cp', classPath, 'tapeline.instructor.Instructor', 'class'];

const check = checks('class');
const folder = mkdtempSync(join(tmpdir(), 'class '));

const roster = join(folder, 'roster.csv');
writeFileSync(roster, 'id,kind\n<b>Ada & a rather long name that wants a line of its own,student\nMs <i>Noether,instructor\n');
const invited = spawnSync(java, [...INSTRUCTOR, 'invite', join(folder, 'class'), roster], { encoding: 'utf8' });
const [invitation, teacher] = invited.stdout.match(/http\S+#\S+/g) ?? [];
const work = join(folder, 'work.zip'), broken = join(folder, '<i>no-zip.zip');
const jar = spawnSync(join(dirname(java), 'jar'), ['--create', '--no-manifest', '--file', work, '-C', 'modules', '07-optimizers']);
writeFileSync(broken, 'no zip');
if (!teacher || jar.status !== 0) {
  console.log(invited.stdout + invited.stderr + jar.stderr);
  process.exit(1);
}

const served = spawn(java, [...INSTRUCTOR, 'serve', join(folder, 'class'), '--port', '0']);
const address = await new Promise((resolve, reject) => {
  let log = '';
  const read = chunk => {
    log += chunk;
    const url = log.match(/http:\/\/127\.0\.0\.1:\d+\//);
    if (url) resolve(url[0]);
  };
  served.stdout.on('data', read);
  served.stderr.on('data', read);
  served.on('exit', code => reject(new Error(`the server ended with ${code}:\n${log}`)));
  setTimeout(() => reject(new Error('no address:\n' + log)), START_MS).unref();
});

const browser = await launch(browserName);
const signIn = async (page, token) => {
  await page.goto(address);
  await page.getByLabel('Invitation or token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/yours/);
};
const handIn = async (page, file) => {
  await page.goto(address + 'yours.html');
  await page.getByLabel('A zip').setInputFiles(file);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.waitForURL(/receipts/);
  return page.locator('main').innerText();
};

for (const [view, width, colorScheme] of
  [['light', 1280, 'light'], ['dark', 1280, 'dark'], ['phone', 390, 'light'], ['phone-dark', 390, 'dark']]) {
  const page = await (await browser.newContext({ viewport: { width, height: 900 }, colorScheme })).newPage();
  const errors = errorsOf(page);
  const look = (name, path) => check(`${name}, ${view}`, async () => {
    if (path !== null) await page.goto(address + path);
    await picture(page, join(screenshots, `class-${name}-${view}.png`), { fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) return `the page is ${wide} wide on a screen of ${width}`;
    await bringAxe(page);
    const problems = await violations(page,
      { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] });
    return [...problems, ...errors.splice(0)].join('\n');
  });

  await look('sign-in', '');
  await check(`signs in and hands in, ${view}`, async () => {
    await signIn(page, invitation);
    const refused = await handIn(page, broken);
    if (!refused.includes('refused') || !refused.includes('<i>no-zip.zip')) return 'no zip: ' + refused;
    const taken = await handIn(page, work);
    if (!taken.includes('handed in') || !taken.includes('07-optimizers')) return 'a zip: ' + taken;
    return null;
  });
  await look('receipt', null);
  await look('yours', 'yours.html');
  await look('board', 'index.html');
  await check(`signs out, ${view}`, async () => {
    await page.goto(address + 'yours.html');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForSelector('h1:text("Sign in")');
    return null;
  });
  await check(`decides, ${view}`, async () => {
    const decide = async (button, fields) => {
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button }).click()]);
    };
    await signIn(page, teacher);
    await decide('Accept it', { 'Receipt of a late hand-in': '2' });
    await decide('Set', { 'From, in UTC': '2126-12-01T10:00', 'Until, in UTC; both empty': '2126-12-01T12:00' });
    await page.getByLabel('Event or module').selectOption('07-optimizers');
    await decide('Extend', { 'Until, in UTC; empty': '2126-12-01T12:00' });
    await decide('Mark', { 'Points': view === 'light' ? '12.5' : '13', 'Comment': 'seen <b>in the lab' });
    await decide(/(Stop|Start) the queue/, {});
    const said = await page.locator('main').innerText();
    const missing = ['accepted receipt 2', 'has 01-scalar-tape handed in from 2126-12-01T10:00:00Z', 'until 2126-12-01T12:00:00Z for 07-optimizers', 'points, seen <b>in the lab', 'ed the queue']
      .filter(words => !said.includes(words));
    return missing.length ? `without ${missing}: ${said}` : null;
  });
  await look('instructor', null);
  await page.context().close();
}

await check('one receipt for the same bytes again', async () => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, invitation);
  const before = await page.locator('tbody tr').count();
  await handIn(page, work); // as the last hand-in before
  await page.goto(address + 'yours.html');
  const rows = await page.locator('tbody tr').count();
  return rows === before ? firstTabLeadsToTheContent(page, address + 'yours.html') : `${rows} receipts, ${before} before`;
});

served.removeAllListeners('exit');
served.kill('SIGKILL');
await browser.close();
