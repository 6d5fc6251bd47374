import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRedis } from '../redis/redis.ts';
import { containerEngine } from './engine.ts';
import { fittingImage } from './fitting-image.ts';
import { labelsOf, removeContainersOf } from './left-containers.ts';

/** The library puts it in front of the names of images, so each test has names that no other has. */
const prefix = 'TESTCONTAINERS_HUB_IMAGE_NAME_PREFIX';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-image-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  expect(await removeContainersOf(folder)).toBe(0);
  await rm(folder, { recursive: true });
});

test('the image of each server holds the version that its tag says', async () => {
  expect(await fittingImage('postgres')).toBe('postgres:18');
  expect(await fittingImage('redis')).toBe('redis:7');
  expect(await fittingImage('kafka')).toBe('apache/kafka:4.3.1');
  expect(await fittingImage('haproxy')).toBe('haproxy:2.6');
});

test('an image that is not there and cannot be fetched is one sentence, and nothing is left', async () => {
  vi.stubEnv(prefix, '127.0.0.1:9/nowhere');
  await expect(startRedis({ dataDir: folder })).rejects.toThrow(
    /^The image 127\.0\.0\.1:9\/nowhere\/redis:7 is not there and cannot be fetched \(.+\): load it with docker load, or let the engine reach its registry\.$/s,
  );
});

test('an image that holds another version is one sentence with what it holds, and nothing is left', async () => {
  const engine = await containerEngine();
  await engine.getImage('haproxy:2.6').tag({ repo: 'rapport-test/redis', tag: '7' });
  vi.stubEnv(prefix, 'rapport-test');
  try {
    await expect(startRedis({ dataDir: folder })).rejects.toThrow(
      /^The image rapport-test\/redis:7 holds another version than 7 \(.+\): remove it with docker rmi rapport-test\/redis:7, and it is fetched anew\.$/s,
    );
  } finally {
    await engine.getImage('rapport-test/redis:7').remove();
  }
});

test('a start removes the containers that a dead process left, and those of living ones stay', async () => {
  const engine = await containerEngine();
  const left = async (labels: Record<string, string>): Promise<string> =>
    (await engine.createContainer({ Image: 'redis:7', Labels: labels })).id;
  const ours = labelsOf(folder);
  const starter = JSON.parse(ours['rapport.starter'] ?? '') as object;
  const dead = await left({ ...ours, 'rapport.starter': JSON.stringify({ ...starter, startTime: '1' }) });
  const living = await left(ours);
  const foreign = await left({ ...ours, 'rapport.starter': JSON.stringify({ ...starter, host: 'other', pid: 1 }) });
  try {
    const { removeLeftContainers } = await import('./left-containers.ts');
    expect(await removeLeftContainers()).toBe(1);
    const there = (await engine.listContainers({ all: true })).map(({ Id }) => Id);
    expect(there).not.toContain(dead);
    expect(there).toEqual(expect.arrayContaining([living, foreign]));
  } finally {
    expect(await removeContainersOf(folder)).toBe(2);
  }
});
