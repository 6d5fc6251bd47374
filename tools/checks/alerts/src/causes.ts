import { execFile } from 'node:child_process';
import { mkdtemp, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newSignup, postSignup } from '@rapport/testbed';
import { createClient } from 'redis';
import type { Held } from './rules.ts';
import type { WatchedPlatform } from './watched-platform.ts';

/** Makes the cause, and gives the end of it; undefined where that is not possible on this machine. */
type Make = (on: WatchedPlatform) => Promise<(() => Promise<unknown>) | undefined>;

export interface Cause {
  readonly name: string;
  readonly title: string;
  /** The alerts that mean it, with labels that tell it from others. */
  readonly tells: readonly Held[];
  readonly make: Make;
}

/** A cause that leaves others with a value for some minutes comes behind those. */
export const causes: readonly Cause[] = [
  {
    name: 'mails',
    title: 'the mail server refuses every mail',
    tells: [{ alert: 'NoMailSent' }],
    make: async ({ platform }) => {
      await postSignup(platform.baseUrl, newSignup());
      return () => Promise.resolve();
    },
  },
  {
    name: 'postgres',
    title: 'PostgreSQL of control and a cell is frozen',
    tells: [{ alert: 'AvailabilityBurnedFast' }, { alert: 'CellWithoutLeader', cell: 'cell-1' }],
    make: frozen('postgres'),
  },
  {
    name: 'cell',
    title: 'PostgreSQL of a cell is frozen',
    tells: [{ alert: 'CellWithoutLeader', cell: 'cell-2' }],
    make: frozen('postgres-2'),
  },
  {
    name: 'poison-event',
    title: 'a change is of a resource that is none',
    tells: [{ alert: 'ChangesSetAside' }, { alert: 'ChangeSetAside' }],
    make: poison,
  },
  {
    name: 'disk',
    title: 'the disk of a table is full',
    tells: [{ alert: 'DiskOfDatabaseFull', database: 'cell-1' }],
    make: fillDisk,
  },
  { name: 'redis-away', title: 'Redis is frozen', tells: [{ alert: 'RedisAway' }], make: frozen('redis') },
  {
    name: 'redis-full',
    title: 'Redis is full',
    tells: [{ alert: 'RedisFillsUp' }, { alert: 'RedisNearlyFull' }],
    make: fillRedis,
  },
  { name: 'kafka', title: 'Kafka is frozen', tells: [{ alert: 'KafkaTakesNoChanges' }], make: frozen('kafka') },
  {
    name: 'leader',
    title: 'the worker is frozen, so no cell has a leader',
    tells: [{ alert: 'CellWithoutLeader' }],
    make: frozen('change-feed-worker'),
  },
  {
    name: 'services',
    title: 'every process of each service is frozen',
    tells: [
      { alert: 'EdgeWithoutServers', proxy: 'public-api.problem' },
      { alert: 'EdgeWithoutServers', proxy: 'application-api.apiResult' },
      { alert: 'EdgeWithoutServers', proxy: 'token-service.oauth' },
      { alert: 'EdgeWithoutServers', proxy: 'subscription-service.problem' },
    ],
    make: frozen('public-api', 'application-api', 'token-service', 'subscription-service'),
  },
  { name: 'edge', title: 'the proxy is frozen', tells: [{ alert: 'EdgeAway' }], make: frozen('edge') },
];

function frozen(...names: readonly string[]): Make {
  return async ({ processes }) => {
    const found = (await Promise.all(names.map((name) => processes.of(name)))).flat();
    await processes.freeze(found);
    return () => processes.thaw(found);
  };
}

async function poison({ platform, tenant }: WatchedPlatform): Promise<() => Promise<unknown>> {
  await platform.query(
    `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
     values (uuidv7(), $1, 99, uuidv7(), 'created', 1, now())`,
    [tenant.number],
    'public-api',
  );
  return () =>
    platform.query('with gone as (delete from cell.poison_event) delete from cell.outbox where resource = 99');
}

/** It can hold less than it holds already. */
async function fillRedis({ platform }: WatchedPlatform): Promise<() => Promise<unknown>> {
  const client = createClient({ url: await platform.origin('redis') });
  await client.connect();
  const before = (await client.configGet('maxmemory'))['maxmemory'] ?? '0';
  await client.configSet('maxmemory', '1mb');
  return () => client.configSet('maxmemory', before).finally(() => client.destroy());
}

/** The customers of a tenant move to a small disk of their own, which is then filled. Root alone can make one. */
async function fillDisk({ platform, tenant: { schema } }: WatchedPlatform): ReturnType<Make> {
  const disk = await mkdtemp(join(tmpdir(), 'rapport-disk-'));
  const { uid } = await stat(join(platform.dataDir, 'postgres'));
  const mounting = run('mount', ['-t', 'tmpfs', '-o', `size=16m,mode=0700,uid=${uid}`, 'rapport', disk]);
  if (!(await mounting.then(Boolean, () => false))) {
    await rmdir(disk);
    return undefined;
  }
  await platform.query(`create tablespace small location '${disk}'`);
  await platform.query(`alter table ${schema}.customer set tablespace small`);
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined);
  return async () => {
    await rm(filler);
    await platform.query(`alter table ${schema}.customer set tablespace pg_default`);
    await platform.query('drop tablespace small');
    // A process of PostgreSQL may still have a file open that is gone.
    await run('umount', ['--lazy', disk]);
    await rmdir(disk);
  };
}

const run = promisify(execFile);
