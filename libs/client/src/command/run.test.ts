import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'rapport-command-'))));
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [['copy'], 'The word is sync or verify, not copy.'],
  [['sync'], '--to says where the copy is'],
  [['sync', '--to', 'sqlite:'], 'names no file'],
  [['sync', '--to', 'mysql://a'], 'not mysql'],
  [['sync', '--to', 'ndjson:a', '--resources', 'people'], 'not people'],
  [['sync', '--to', 'ndjson:a', '--every', '5'], 'not 5'],
])('%j is a wrong use', async (words, sentence) => {
  const { code, lines } = await run(words, 'http://localhost:1');
  expect(code).toBe(2);
  expect(lines).toMatchObject([{ level: 'error', message: expect.stringContaining(sentence) as unknown }]);
});

test('a copy that is not there is not verified', async () => {
  const { code, lines } = await run(['verify', '--to', `sqlite:${join(folder, 'none.db')}`], 'http://localhost:1');
  expect(code).toBe(1);
  expect(lines).toMatchObject([{ message: expect.stringContaining('no copy of customers') as unknown }]);
});

test('SIGTERM ends a request for a token', async () => {
  let requests = 0;
  const { code } = await served(
    () => (requests += 1),
    (url) => run(['sync', '--to', `ndjson:${join(folder, 'held')}`], url, { until: () => requests > 0 }),
  );
  expect([code, requests]).toEqual([0, 1]);
});

test('lines tell what a pass waits for, in JSON as warnings of Node are, without secret and token', async () => {
  const { lines } = await served(
    (response, path) =>
      path === '/connect/token'
        ? response.end('{"access_token":"eyJSECRET","expires_in":60}')
        : response.writeHead(500).end('Bearer eyJSECRET'),
    (url) =>
      run(['sync', '--to', `ndjson:${join(folder, 'told')}`], url, {
        until: (text) => text.includes('"waitMs"') && text.includes('"message":"late"'),
        options: "--import=data:text/javascript,setInterval(()=>process.emitWarning('late'),20).unref()",
      }),
  );
  const waiting = { level: 'warn', resource: 'customers', waitMs: 5_000, code: 'unknown_answer' };
  expect(lines).toContainEqual(expect.objectContaining(waiting));
  expect(JSON.stringify(lines)).not.toContain('SECRET');
});

interface Stop {
  /** Asked again and again, until the command gets SIGTERM. */
  readonly until: (text: string) => boolean;
  readonly options?: string;
}

/** Runs the command, and gives its lines that are JSON. */
async function run(words: readonly string[], url: string, stop?: Stop) {
  const env = {
    ...process.env,
    NODE_OPTIONS: stop?.options ?? '',
    RAPPORT_URL: url,
    RAPPORT_CLIENT_ID: 'a',
    RAPPORT_CLIENT_SECRET: 'SECRET',
    RAPPORT_CLIENT_SECRET_FILE: '',
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], { env });
  let text = '';
  child.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
  const looking = setInterval(() => {
    if (stop?.until(text) && !child.killed) {
      child.kill('SIGTERM');
    }
  }, 10);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(looking);
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return { code, lines: lines.map((line) => JSON.parse(line) as unknown) };
}

async function served<T>(
  answer: (response: ServerResponse, path: string | undefined) => unknown,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => void answer(response, request.url));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  try {
    return await work(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
