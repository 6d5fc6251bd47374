import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { guideFiles, until, type Say } from '@rapport/testbed';
import type { CountedPlatform, SubscriptionRuns } from '../plays/counted-platform.ts';
import { idsOf, idsWithin, secretsIn } from './strange-texts.ts';
import { WorkingCompany } from './working-company.ts';

export function copies(exports: number): SubscriptionRuns {
  return {
    [`each of ${exports} exports is one moment of all kinds while others write on both surfaces, and a copy of each follows to the end`]:
      (on) => inGuides((exporting, following) => followAll(on, exports, exporting, following)),
    'no file of an export has an id of another tenant, a secret or a digest': (on, say) =>
      inGuides((exporting) => searchAll(on, exporting, say)),
  };
}

async function followAll({ platform }: CountedPlatform, exports: number, guide: string, loop: string): Promise<void> {
  const company = await WorkingCompany.make(platform);
  const written = writers.map(() => 0);
  const writing = writers.map((name, at) => company.write(name, () => (written[at] = (written[at] ?? 0) + 1)));
  const made: string[] = [];
  try {
    for (let number = 1; number <= exports; number += 1) {
      const isEnough = (): boolean => written.every((count) => count > number * writtenBetween);
      await until(isEnough, 60_000, () => `too little is written: ${written.join(', ')}`);
      const { copy, files } = await company.takeAlong(guide, `export-${number}`);
      await expectOneMoment(files, number * writtenBetween);
      made.push(copy);
    }
  } finally {
    await Promise.all(writing.map((each) => each.stop()));
  }
  for (const copy of made) {
    await followOnce(loop, { ...company.environment, COPY: copy });
    await expectEqual(copy, company);
  }
}

/** Each record was answered before its writer sent the next, so a moment that has one has all before it. */
async function expectOneMoment(files: string, least: number): Promise<void> {
  const names = new Set<string>();
  for (const kind of ['customers', 'contacts', 'activities', 'leads', 'opportunities', 'campaigns']) {
    const text = await textOf(join(files, `${kind}.ndjson.gz`));
    for (const line of text.split('\n').slice(0, -1)) {
      const { name, lastName, subject } = JSON.parse(line) as Record<string, string | undefined>;
      names.add(name ?? lastName ?? subject ?? '');
    }
  }
  for (const writer of writers) {
    const own = [...names].filter((name) => name.startsWith(`${writer}-`));
    assert.ok(own.length > least, `${own.length} records of a writer`);
    const missing = own.map((_, number) => `${writer}-${number}`).filter((name) => !names.has(name));
    assert.deepEqual(missing, []);
  }
}

/** A copy that had to list its records anew did not follow. */
async function followOnce(loop: string, settings: NodeJS.ProcessEnv): Promise<void> {
  const env = { ...settings, PAUSE_MS: '100000' };
  const running = spawn(process.execPath, ['synchronise.ts'], { cwd: loop, env });
  let said = '';
  running.stdout.on('data', (text: Buffer) => (said += text.toString()));
  running.stderr.on('data', (text: Buffer) => (said += text.toString()));
  try {
    const isUpToDate = (): boolean => said.includes('the copy is up to date');
    await until(isUpToDate, 60_000, () => `the copy does not follow: ${said}`);
  } finally {
    running.kill('SIGKILL');
  }
  assert.doesNotMatch(said, /listed/);
}

/** Holds the copy to what the client lists now, member by member. */
async function expectEqual(path: string, company: WorkingCompany): Promise<void> {
  const copy = new DatabaseSync(path, { readOnly: true });
  for (const resource of ['customers', 'contacts', 'leads', 'opportunities']) {
    const rows = copy.prepare('select id, body from record where resource = ?').all(resource);
    const held = new Map(rows.map(({ id, body }) => [String(id), JSON.parse(String(body)) as Record<string, unknown>]));
    const listed = await company.list(resource);
    assert.equal(held.size, listed.size, resource);
    for (const [id, record] of listed) {
      const own = held.get(id) ?? {};
      assert.deepEqual(Object.fromEntries(Object.keys(record).map((name) => [name, own[name]])), record);
    }
  }
  copy.close();
}

async function searchAll({ platform }: CountedPlatform, guide: string, say: Say): Promise<void> {
  const companies = await Promise.all([WorkingCompany.make(platform), WorkingCompany.make(platform)]);
  await Promise.all(
    companies.map(async (company) => {
      let written = 0;
      const writing = company.write('w0', () => (written += 1));
      const isEnough = (): boolean => written > 200;
      await until(isEnough, 60_000, () => `${written} records are too few`);
      await writing.stop();
    }),
  );
  const [own, other] = companies;
  const { files } = await own.takeAlong(guide, 'searched');
  const [ownIds, strange] = [await idsOf(platform, own.tenant), await idsOf(platform, other.tenant)];
  assert.deepEqual(inBoth(strange, ownIds), []);
  const secrets = [...companies.flatMap((company) => company.secrets), ...(await secretsIn(platform))];
  const found = new Set<string>();
  const names = await readdir(files);
  for (const name of names) {
    const text = await textOf(join(files, name));
    const ids = idsWithin(text);
    ids.forEach((id) => found.add(id));
    assert.deepEqual(inBoth(strange, ids), [], name);
    assert.deepEqual(
      secrets.filter((secret) => text.includes(secret)),
      [],
      name,
    );
  }
  // Only where these are found, and strange ones are there, would others have been found.
  assert.ok(names.some((name) => name.endsWith('.html')));
  const [foundOwn, sought] = [inBoth(found, ownIds).length, strange.size];
  say(
    `        ${names.length} files have ${foundOwn} own ids; ${sought} strange ones and ${secrets.length} secrets were sought`,
  );
  assert.ok(foundOwn > 200 && sought > 200 && secrets.length > 30);
}

function inBoth(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((each) => others.has(each));
}

async function textOf(path: string): Promise<string> {
  const content = await readFile(path);
  return (path.endsWith('.gz') ? gunzipSync(content) : content).toString();
}

async function inGuides(play: (exporting: string, following: string) => Promise<void>): Promise<void> {
  const folders = [await guideFiles('exports.md'), await guideFiles('synchronise.md')] as const;
  try {
    await play(...folders);
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

const writers = ['w1', 'w2', 'w3', 'w4'];
const writtenBetween = 15;
