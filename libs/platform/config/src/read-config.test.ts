import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readDatabasePassword } from './database-password.ts';
import { ConfigError, readConfig, type Environment } from './read-config.ts';
import {
  addresses,
  credentialVariables,
  databaseVariables,
  json,
  key,
  keyRing,
  origin,
  portVariables,
  serviceVariables,
  stateVariables,
  url,
  wholeNumber,
} from './variables.ts';

function problemsOf(schema: z.ZodObject, environment: Environment): readonly string[] {
  try {
    readConfig(schema, environment);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems;
    }
    throw error;
  }
  throw new Error('the configuration was accepted');
}

function file(content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'value');
  writeFileSync(path, content);
  return path;
}

test('a service starts with no more than the port of its management', () => {
  expect(readConfig(z.object(serviceVariables), { MANAGEMENT_PORT: '4101' })).toEqual({
    SERVICE_INSTANCE: '1',
    HOST: '127.0.0.1',
    MANAGEMENT_PORT: 4101,
    LOG_LEVEL: 'info',
    TRACE_SAMPLE_RATIO: 0.05,
  });
});

test('all variables that are missing or wrong are reported at once, each with its name and how to set it', () => {
  const problems = problemsOf(
    z.object({ ...portVariables, ...serviceVariables, ...databaseVariables, ...stateVariables }),
    {
      PORT: 'http',
      LOG_LEVEL: 'loud',
    },
  );
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'MANAGEMENT_PORT',
    'LOG_LEVEL',
    'CONTROL_DATABASE_URL',
    'CELL_DATABASE_URLS',
    'REDIS_URL',
    'ISSUER',
  ]);
  expect(problems[0]).toBe(
    'PORT (port to listen on; 0 takes a free one) must be a whole number from 0 to 65535. Set PORT or PORT_FILE.',
  );
  expect(problems[1]).toContain('is not set');
});

test('a variable may come from a file, whose white space at the ends does not count', () => {
  const schema = z.object({ REDIS_URL: url('redis') });
  expect(readConfig(schema, { REDIS_URL_FILE: file('redis://cache:6379\n') })).toEqual({
    REDIS_URL: 'redis://cache:6379',
  });
});

test.each([
  ['a file that is not there', { REDIS_URL_FILE: '/nowhere/redis' }, 'ENOENT'],
  ['an empty file', { REDIS_URL_FILE: file(' \n') }, 'empty file'],
  ['both forms at once', { REDIS_URL: 'redis://a', REDIS_URL_FILE: '/nowhere/redis' }, 'both set'],
])('%s is a single problem that names the variable', (_, environment, reason) => {
  const problems = problemsOf(z.object({ REDIS_URL: url('redis') }), environment);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^REDIS_URL.*_FILE/);
  expect(problems[0]).toContain(reason);
});

test.each(['1', 'rapport-public-api-7d9c5b6f4-x2x9k'])('%s names a process among those of its service', (name) => {
  const schema = z.object({ SERVICE_INSTANCE: serviceVariables.SERVICE_INSTANCE });
  expect(readConfig(schema, { SERVICE_INSTANCE: name })).toEqual({ SERVICE_INSTANCE: name });
  expect(problemsOf(schema, { SERVICE_INSTANCE: `${name} ` })).toHaveLength(1);
});

test('the password of the databases is read anew each time, so a file that was replaced counts', () => {
  const path = file('first\n');
  const environment = { DATABASE_PASSWORD_FILE: path };
  expect(readDatabasePassword(environment)).toBe('first');
  writeFileSync(path, 'second');
  expect(readDatabasePassword(environment)).toBe('second');
  expect(readDatabasePassword({})).toBeUndefined();
});

test('no problem of the configuration shows a value', () => {
  const secret = 'hunter2-very-secret';
  const schema = z.object({
    ...credentialVariables,
    ...databaseVariables,
    ...stateVariables,
    OTHER: z.enum(['a']),
    NUMBER: wholeNumber(1, 2),
  });
  const environment = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, secret]));
  const problems = problemsOf(schema, { ...environment, CELL_DATABASE_URLS: `{"one":"${secret}"}` });
  expect(problems).toHaveLength(Object.keys(schema.shape).length - 1);
  expect(problems.join('\n')).not.toContain('hunter2');
});

test('an empty variable counts as not set', () => {
  expect(problemsOf(z.object({ ISSUER: origin() }), { ISSUER: '' })[0]).toContain('is not set');
});

test.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://api.example.test/', 'https://api.example.test'],
])('the base address %s is kept without a slash at its end', (given, kept) => {
  expect(readConfig(z.object({ ISSUER: origin() }), { ISSUER: given })).toEqual({ ISSUER: kept });
});

test.each(['localhost:8080', 'http://a/b', 'ftp://a', 'http://user@a', 'nonsense'])(
  '%s is refused as a base address',
  (given) => {
    expect(problemsOf(z.object({ ISSUER: origin() }), { ISSUER: given })).toHaveLength(1);
  },
);

test('a key is taken with exactly its number of bytes', () => {
  const schema = z.object({ KEY: key(4) });
  expect(readConfig(schema, { KEY: 'AAECAw==' }).KEY).toEqual(Buffer.from([0, 1, 2, 3]));
  for (const wrong of ['AAEC', 'AAECAwQ=', 'not base64!']) {
    expect(problemsOf(schema, { KEY: wrong })).toHaveLength(1);
  }
});

test('a ring of keys has its keys in their order, and what is none is a single problem', () => {
  const schema = z.object({ RING: keyRing('a key of tests') });
  const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const ring = readConfig(schema, { RING: `{"k2":"${second}","k1":"${first}"}` }).RING;
  expect(Object.entries(ring)).toEqual([
    ['k2', Buffer.alloc(32, 2)],
    ['k1', Buffer.alloc(32, 1)],
  ]);
  for (const [wrong, reason] of [
    [first, 'must be JSON'],
    ['{}', 'at least one key'],
    ['[]', 'type record'],
    ['{"k1":null}', 'at k1: must be of the type string'],
    ['{"k1":"AAAA"}', 'at k1: must be a key of 32 bytes'],
    [`{"1":"${first}"}`, 'a name that is not valid'],
    [`{"${first}":"k1"}`, 'a name that is not valid'],
  ] as const) {
    const problems = problemsOf(schema, { RING: wrong });
    expect(problems, wrong).toEqual([expect.stringContaining(reason)]);
    expect(problems[0]).not.toContain(first);
  }
});

test('a problem inside a variable with JSON names its place', () => {
  const schema = z.object({ CELLS: json(z.record(z.string(), url('postgres'))) });
  expect(readConfig(schema, { CELLS: '{"one":"postgres://h/db"}' })).toEqual({ CELLS: { one: 'postgres://h/db' } });
  expect(problemsOf(schema, { CELLS: '{"one":"postgres://h/db","two":7}' })[0]).toContain('at two:');
  expect(problemsOf(schema, { CELLS: '{' })[0]).toContain('must be JSON');
});

test('a variable holds the host and port of a server, or of several servers', () => {
  const schema = z.object({ BROKERS: addresses() });
  expect(readConfig(schema, { BROKERS: 'a:1' })).toEqual({ BROKERS: ['a:1'] });
  expect(readConfig(schema, { BROKERS: 'a.example:9092, b-2:9093' })).toEqual({
    BROKERS: ['a.example:9092', 'b-2:9093'],
  });
  for (const wrong of ['a', 'a:', ':1', 'kafka://a:1', 'a:1,', 'a:1 b:2', 'a:x']) {
    expect(problemsOf(schema, { BROKERS: wrong }), wrong).toHaveLength(1);
  }
});
