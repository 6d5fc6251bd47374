import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, Terminal, WrongUse, type Outcome } from '@rapport/command-line';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '@rapport/local-platform/project';
import { test as runTests, type TestOptions } from './test.ts';

/** A test or a hook that throws in the first process that runs it, and in no later one. */
const failsOnce = (name: string): string => `if (!existsSync('${name}.was-here')) {
  writeFileSync('${name}.was-here', '');
  throw new Error('too early\\nat x');
}`;
const header = `import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';`;

const config = (more = ''): string => `export default {
  test: { projects: [
    { test: { name: 'unit', include: ['libs/**/*.test.js', 'tools/**/*.test.js'], ${more} } },
    { test: { name: 'request', include: ['libs/**/*.request.test.ts'] } },
  ] },
};`;

const passes = `test('passes', () => undefined);`;

class HeardTerminal extends Terminal {
  readonly lines: string[] = [];

  override say(line: string): void {
    this.lines.push(line);
  }
}

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rapport-small-'));
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'vitest.config.js'), config());
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), `${header}\n${text}`);
  }
}

interface Heard {
  readonly outcome: Outcome;
  readonly lines: readonly string[];
}

async function run(options: Partial<TestOptions> = {}): Promise<Heard> {
  // The runner's own output goes to stderr, so the report of this run stays readable.
  const terminal = new HeardTerminal(true);
  const whole = { files: [], tier: 'unit', watch: false, 'no-second-try': false, ...options };
  const outcome = await runTests(whole, terminal, root);
  return { outcome, lines: [...terminal.lines, ...(outcome.text ?? '').split('\n')] };
}

test('a test that fails at its first try only, or whose hook does, is unsteady and has passed', async () => {
  await write({
    'libs/a.test.js': `${passes} test('is in time', () => { ${failsOnce('a')} });`,
    'libs/b.test.js': `beforeEach(() => { ${failsOnce('b')} }); ${passes} test.skip('waits', () => undefined);`,
  });
  const { outcome, lines } = await run();
  expect(lines.slice(-2)).toEqual(['2 unsteady', '3 passed, 0 failed, 1 skipped']);
  expect(outcome.exitCode).toBe(0);
  const unsteady = [
    { file: 'libs/a.test.js', name: 'is in time', failure: 'too early' },
    { file: 'libs/b.test.js', name: 'passes', failure: 'too early' },
  ];
  expect(outcome.document).toMatchObject({ passed: 3, failed: 0, skipped: 1 });
  expect(outcome.document).toHaveProperty(
    'unsteady',
    expect.arrayContaining(unsteady.map((one) => expect.objectContaining(one) as unknown)),
  );
  const text = lines.join('\n');
  expect(text).toMatch(/unsteady: is in time \(\d+\.\d s, then \d+\.\d s\): too early/);
  expect(text).toMatch(/the slowest files:\n +\d+\.\d s {2}libs\/[ab]\.test\.js\n +\d+\.\d s {2}libs\//);
});

test('without a second try a test that fails once has failed', async () => {
  await write({ 'libs/a.test.js': `${passes} test('is in time', () => { ${failsOnce('a')} });` });
  const { outcome, lines } = await run({ 'no-second-try': true });
  expect(lines.slice(-2)).toEqual(['0 unsteady', '1 passed, 1 failed, 0 skipped']);
  expect(lines).toContain('  failed: is in time: too early');
  expect(outcome.exitCode).toBe(1);
});

test('a test that fails twice has failed, and one of a check that looks for what is rare has no second try', async () => {
  await write({
    'libs/always.test.js': `${passes} test('holds', () => { throw new Error('broken:\\n\\n503 !== 200'); });`,
    'libs/hook.test.js': `beforeEach(() => { throw new Error('no table'); }); ${passes}`,
    'tools/checks/sync/a.test.js': `test('misses nothing', () => { ${failsOnce('a')} });`,
  });
  const { outcome, lines } = await run();
  expect(lines.slice(-2)).toEqual(['0 unsteady', '1 passed, 3 failed, 0 skipped']);
  expect(outcome.exitCode).toBe(1);
  const failures = ['holds: broken: 503 !== 200', 'passes: no table', 'misses nothing: too early'];
  expect(lines).toEqual(expect.arrayContaining(failures.map((failure) => `  failed: ${failure}`)));
});

test('what fails around the tests of a file has failed at once', async () => {
  await write({
    'libs/broken.test.js': `import './nothing.js'; ${passes}`,
    'libs/server.test.js': `beforeAll(() => { ${failsOnce('server')} }); ${passes}`,
    'libs/group.test.js': `describe('group', () => { afterAll(() => { ${failsOnce('group')} }); ${passes} });`,
  });
  const { outcome, lines } = await run();
  expect(lines.slice(-2)).toEqual(['0 unsteady', '1 passed, 3 failed, 1 skipped']);
  expect(outcome.exitCode).toBe(1);
  expect(lines.join('\n')).not.toContain('second try');
  const failures = ['libs/server.test.js: too early', 'libs/group.test.js: too early'];
  expect(lines).toEqual(expect.arrayContaining(failures.map((failure) => `  failed: ${failure}`)));
  expect(lines.filter((line) => /failed: libs\/broken\.test\.js: \w/.test(line))).toHaveLength(1);
});

test('four unsteady tests are a failure', async () => {
  const once = ['a', 'b', 'c', 'd'].map((name) => `test('${name}', () => { ${failsOnce(name)} });`);
  await write({ 'libs/a.test.js': once.join('\n') });
  const { outcome, lines } = await run();
  expect(lines.slice(-2)).toEqual(['4 unsteady', '4 passed, 1 failed, 0 skipped']);
  expect(outcome.exitCode).toBe(1);
});

test('a run whose servers do not start, and one that breaks off, have failed', async () => {
  await write({ 'libs/a.test.js': passes, 'servers.js': `export default () => { ${failsOnce('servers')} };` });
  await writeFile(join(root, 'vitest.config.js'), config(`globalSetup: ['servers.js']`));
  const servers = await run();
  expect(servers.lines.at(-1)).toMatch(/^0 passed, [1-9]\d* failed, 0 skipped$/);
  expect(servers.outcome.exitCode).toBe(1);
  await writeFile(join(root, 'vitest.config.js'), 'process.exit(3);');
  const brokenOff = await run();
  expect(brokenOff.lines).toContain('  failed: the run broke off (exit 3); its output is above');
  expect(brokenOff.lines.at(-1)).toBe('0 passed, 1 failed, 0 skipped');
  expect(brokenOff.outcome.exitCode).toBe(1);
});

test('an error outside of any test fails the run, whatever its tests say', async () => {
  await write({
    'libs/a.test.js': `test('passes', async () => { void Promise.reject(new Error('unheard')); await new Promise(setImmediate); });`,
  });
  const { outcome, lines } = await run();
  expect(lines).toContain('  failed: unheard');
  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(outcome.exitCode).toBe(1);
});

test('files and folders run alone and have one try', async () => {
  await write({
    'libs/a/one.test.js': passes,
    'libs/a/two.test.js': `${passes} test('is in time', () => { ${failsOnce('a')} });`,
    'libs/a-more/three.test.js': passes,
    'libs/a/minutes.request.test.ts': passes,
    'libs/a/none.js': '',
  });
  const chosen = { tier: undefined };
  const folder = await run({ ...chosen, files: [join(root, 'libs/a')] });
  expect(folder.lines.slice(-2)).toEqual(['0 unsteady', '2 passed, 1 failed, 0 skipped']);
  const asked = await run({ ...chosen, files: [join(root, 'libs/a/minutes.request.test.ts')] });
  expect(asked.lines.at(-1)).toBe('1 passed, 0 failed, 0 skipped');
  await expect(run({ ...chosen, files: [join(root, 'libs/a/none.js')] })).rejects.toThrow(Failure);
});

test.each<[string, Partial<TestOptions>]>([
  ['a place that is not there', { files: ['nowhere.test.ts'] }],
  ['a tier that is none', { tier: 'nothing' }],
  ['to watch everything', { watch: true, tier: undefined }],
])('%s is a wrong use', async (_, options) => {
  await expect(run(options)).rejects.toThrow(WrongUse);
});
