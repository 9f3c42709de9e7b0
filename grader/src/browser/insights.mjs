// What a class does not understand, in a browser: wide and narrow, light and dark. Prints a line of JSON for each check;
// pictures go into the last argument. Started in the course's root.
//
//     node grader/src/browser/insights.mjs chromium java CLASSPATH grader/target
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringAxe, checks, errorsOf, firstTabLeadsToTheContent, launch, picture, violations } from './common.mjs';

const [browserName, java, classPath, screenshots] = process.argv.slice(2);
const check = checks('insights');
const folder = mkdtempSync(join(tmpdir(), 'insights '));

// Nine students of modules 02 and 07, as the gradebook keeps them: each passes one exercise more than the one before.
const exercises = [...Array(6).keys()].map(i => `02.${i + 1}`).concat([...Array(9).keys()].map(i => `07.${i + 1}`));
const rows = [...Array(9).keys()].map(student => {
  const found = exercises.map(id => {
    const gap = Number(id.slice(3)) - student;
    const verdict = gap <= 0 ? 'passed' : gap === 1 ? (student % 3 ? 'failed' : 'timed out') : 'not started';
    return { id, title: '', points: 10, earned: gap <= 0 ? 10 : 0, verdict, says: '', mistake: '' };
  });
  const id = 'student-' + student;
  mkdirSync(join(folder, 'marks/results'), { recursive: true });
  writeFileSync(join(folder, `marks/results/${id}.json`),
    JSON.stringify({ key: '', id, refusal: '', exercises: found, seed: 1, seconds: 1, changedGiven: '' }));
  return `${id},graded,0,${found.map(e => e.earned).join()}`;
});
writeFileSync(join(folder, 'marks.csv'), `id,status,earned,${exercises.join()}\n${rows.join('\n')}\n`);
const made = spawnSync(java, ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '--enable-native-access=ALL-UNNAMED', '-Dtapeline.root=' + process.cwd(),
  '-cp', classPath, 'tapeline.instructor.Instructor', 'class', 'insights', join(folder, 'marks.csv'), '--out', folder],
{ encoding: 'utf8' });
if (made.status !== 0) {
  console.log(made.stdout + made.stderr);
  process.exit(1);
}
const address = 'file://' + encodeURI(join(folder, 'index.html'));

const browser = await launch(browserName);
for (const [view, width, colorScheme] of
  [['light', 1280, 'light'], ['dark', 1280, 'dark'], ['phone', 390, 'light'], ['phone-dark', 390, 'dark']]) {
  await check(`the page, ${view}`, async () => {
    const page = await (await browser.newContext({ viewport: { width, height: 900 }, colorScheme })).newPage();
    const errors = errorsOf(page);
    await page.goto(address);
    await picture(page, join(screenshots, `insights-${view}.png`), { fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) return `the page is ${wide} wide on a screen of ${width}`;
    if (await page.getByText('student-').count()) return 'it has the name of a student';
    await bringAxe(page);
    const problems = await violations(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] });
    return [...problems, ...errors].join('\n');
  });
}
await check('the first tab', async () => firstTabLeadsToTheContent(await browser.newPage(), address));
await browser.close();
