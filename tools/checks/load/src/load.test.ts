import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '@rapport/local-platform';
import { expect, onTestFinished, test, vi } from 'vitest';

const frontDoor = join(projectRoot, 'tools', 'front-door', 'src', 'main.ts');

/** It begins to write k6 and never ends. */
const go = `#!/bin/sh
[ "$1" = version ] && exit 0
[ "$1" = install ] && printf half > "$GOBIN/k6"
exec /bin/sleep 60
`;

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a %s while k6 is built leaves nothing of it in the cache',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-load-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'go'), go, { mode: 0o755 });
    const run = spawn(process.execPath, [frontDoor, 'load', 'smoke', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: folder, XDG_CACHE_HOME: folder },
    });
    onTestFinished(() => void run.kill('SIGKILL'));
    const said = text(run.stdout);
    await vi.waitUntil(async () => (await built(folder)).some((path) => path.endsWith('/k6')), { timeout: 50_000 });
    run.kill(signal);
    expect(await once(run, 'exit')).toEqual([1, null]);
    expect(JSON.parse(await said)).toEqual({ error: 'The build of k6 was stopped.' });
    expect(await built(folder)).toEqual([]);
  },
);

async function built(folder: string): Promise<string[]> {
  return readdir(join(folder, 'rapport'), { recursive: true }).catch(() => []);
}
