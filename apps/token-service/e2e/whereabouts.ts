import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Database, statement } from '@rapport/database';
import { Deadline, Redis, script } from '@rapport/redis';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { inject } from 'vitest';

const { stateFolder, collectorUrl } = inject('platform');
const dataFolder = join(stateFolder, 'data');
const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

/** Everything of the platform that holds one of the texts, as `holder: name of the text`. */
export async function whereabouts(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await Promise.all([
    inFiles(texts),
    inPostgres(texts),
    inRedis(texts),
    inSpans(texts),
    inProcesses(texts),
    inMetrics(texts),
  ]);
  return found.flat();
}

/** Logs, state.json and the files of every server: tables, the write-ahead log, the data of Redis and Kafka. */
async function inFiles(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const entries = await readdir(stateFolder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(stateFolder, join(entry.parentPath, entry.name)))
    .filter((path) => !isMeantForSecrets(path));
  const found: string[] = [];
  for (const path of paths) {
    // A file may disappear while others are read.
    const content = await readFile(join(stateFolder, path)).catch(() => Buffer.alloc(0));
    found.push(...holding(texts, path, (text) => content.includes(text)));
  }
  return found;
}

function isMeantForSecrets(path: string): boolean {
  return path.startsWith('data/secrets/') || path === 'data/operator.json';
}

async function inPostgres(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const controlUrl = patient(await secretOf('CONTROL_DATABASE_URL'));
  const cells = Object.entries(JSON.parse(await secretOf('CELL_DATABASE_URLS')) as Record<string, string>);
  const database = new Database({
    controlUrl,
    cells: Object.fromEntries(cells.map(([name, url]) => [name, patient(url)])),
    poolSize: 1,
    times: { postgresQueryMs: scanMs },
  });
  try {
    const found: string[] = [];
    for (const sql of [database.control, ...cells.map(([name]) => database.cell(name))]) {
      const rows = await sql.query<{ relation: string; text: string }>(
        context,
        scanTables.with({ sought: Object.values(texts) }),
      );
      found.push(...rows.flatMap(({ relation, text }) => holding(texts, `table ${relation}`, (each) => each === text)));
    }
    return found;
  } finally {
    await database.close();
  }
}

async function inRedis(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const redis = new Redis({ url: await secretOf('REDIS_URL'), logger: silent, metrics: new Metrics() });
  redis.start();
  try {
    while (redis.isAway) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const values = Object.values(texts);
    const answer = (await redis.run(context, scanKeys, [], values, new Deadline(scanMs))) as [string, string][];
    return answer.flatMap(([key, text]) => holding(texts, `Redis ${key}`, (each) => each === text));
  } finally {
    await redis.close();
  }
}

async function inSpans(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const spans = (await (await fetch(`${collectorUrl}/holding/${encodeURIComponent(text)}`)).json()) as object[];
    found.push(...spans.map((span) => `span ${JSON.stringify(span).slice(0, 200)}: ${name}`));
  }
  return found;
}

async function inProcesses(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found: string[] = [];
  for (const pid of pids) {
    for (const file of ['cmdline', 'environ']) {
      // A process may end meanwhile, and a process of another user does not show its environment.
      const content = await readFile(`/proc/${pid}/${file}`).catch(() => Buffer.alloc(0));
      found.push(...holding(texts, `${file} of process ${pid}`, (text) => content.includes(text)));
    }
  }
  return found;
}

async function inMetrics(texts: Readonly<Record<string, string>>): Promise<string[]> {
  const { services } = JSON.parse(await readFile(join(stateFolder, 'state.json'), 'utf8')) as {
    services: { name: string; managementUrl: string }[];
  };
  const found = services.map(async ({ name, managementUrl }) => {
    const content = await (await fetch(`${managementUrl}/metrics`)).text();
    return holding(texts, `metrics of ${name}`, (text) => content.includes(text));
  });
  return (await Promise.all(found)).flat();
}

function holding(texts: Readonly<Record<string, string>>, holder: string, holds: (text: string) => boolean): string[] {
  return Object.keys(texts)
    .filter((name) => holds(texts[name] ?? ''))
    .map((name) => `${holder}: ${name}`);
}

/** A secret of the service whose role may take that of the owner of all tables. */
function secretOf(variable: string): Promise<string> {
  return readFile(join(dataFolder, 'secrets', 'subscription-service', variable), 'utf8');
}

/** For the owner of the tables, whose role the service may take, and with the patience that reading all of them needs. */
function patient(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', '-c role=rapport_owner -c statement_timeout=60s -c enable_seqscan=on');
  return changed.href;
}

const scanMs = 60_000;

// Tables of the system are left out before any is read: no service may read all of them.
const scanTables = statement(
  'scan_tables',
  `with own as materialized (
  select relation.oid from pg_class relation join pg_namespace namespace on namespace.oid = relation.relnamespace
  where relation.relkind = 'r' and namespace.nspname !~ '^(pg_|information_schema)')
select own.oid::regclass::text as relation, sought.text
from own
cross join lateral (
  select query_to_xml(format('select whole_row::text as row from %s whole_row', own.oid::regclass), true, false, '')::text as content
  offset 0
) whole
cross join unnest(:sought::text[]) as sought (text)
where position(sought.text in whole.content) > 0`,
);

const scanKeys = script(
  'scan_keys',
  `local read = {
  string = function(key) return {redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
}
local found = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local content = key .. ' ' .. table.concat(read[redis.call('TYPE', key).ok](key), ' ')
  for _, text in ipairs(ARGV) do
    if string.find(content, text, 1, true) then found[#found + 1] = {key, text} end
  end
end
return found`,
);
