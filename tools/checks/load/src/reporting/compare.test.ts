import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { compared } from './compare.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) {
    await rm(folder, { recursive: true });
  }
});

const trend = (p99: number): object => ({ type: 'trend', values: { 'p(99)': p99 } });

async function resultOf(profile: string, p99: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-test-'));
  folders.push(folder);
  const metrics = {
    http_req_tls_handshaking: trend(p99),
    'http_req_duration{group:::setup}': trend(p99),
    'http_req_duration{expected_response:true}': trend(p99),
    http_reqs: { type: 'counter', values: { count: 10 } },
    http_req_duration: trend(p99),
    'http_req_duration{kind:get}': trend(p99),
  };
  const moments = [0, 2].map((at) => ({ at, processes: [{ name: 'redis', instance: 1, cpuSeconds: at / 4 }] }));
  const result = { workload: 'average', profile, begunAt: 'then', verdict: 'passed', metrics, moments };
  await writeFile(join(folder, 'result.json'), JSON.stringify(result));
  return folder;
}

test('two results are compared kinds of requests first and processes last, without what k6 counts of itself', async () => {
  const lines = await compared([await resultOf('short', 10), await resultOf('short', 15)]);
  expect(lines.slice(3).map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['http_req_duration{kind:get} p(99)', '10', '15', '1.50'],
    ['http_req_duration p(99)', '10', '15', '1.50'],
    ['http_reqs count', '10', '10', '1.00'],
    ['redis 1 processors', '0.25', '0.25', '1.00'],
  ]);
  expect(lines.join('\n')).not.toContain('differ');
});

test('results of two profiles are compared with a word of warning', async () => {
  const lines = await compared([await resultOf('short', 10), await resultOf('normal', 15)]);
  expect(lines).toContain('The profiles differ, so the figures are of different loads.');
});
