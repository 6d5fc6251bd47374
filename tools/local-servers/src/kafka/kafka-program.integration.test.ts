import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { kafkaProgram } from './kafka-program.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('where Maven fails, the error has its words and no unfinished folder stays', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'rapport-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
  vi.stubEnv('JAVA_HOME', '/nowhere');
  const archive = vi.fn(() => Promise.resolve());
  await expect(kafkaProgram(archive, () => undefined)).rejects.toThrow(/^Maven could not bring Kafka: .*JAVA_HOME/);
  expect(archive).not.toHaveBeenCalled();
  expect(await readdir(join(cache, 'rapport'))).toEqual([]);
  await rm(cache, { recursive: true });
});
