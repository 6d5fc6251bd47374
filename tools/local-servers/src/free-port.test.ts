import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

/** The port that another process draws before it ends. It may be one that finds the same port each time. */
async function drawnElsewhere(found?: number): Promise<string> {
  const script = `
    const crypto = (await import('node:crypto')).default;
    const { syncBuiltinESMExports } = await import('node:module');
    ${found === undefined ? '' : `crypto.randomInt = () => ${found};`}
    syncBuiltinESMExports();
    const { freePort } = await import(${JSON.stringify(new URL('./free-port.ts', import.meta.url).href)});
    console.log(await freePort().catch((error) => error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.trim();
}

test('a port that a process drew is drawn by no other while that process lives, even before a server has it', async () => {
  expect(await drawnElsewhere(await freePort())).toMatch(/^No free port/);
});

test('a process that has ended keeps no port', async () => {
  const port = Number(await drawnElsewhere());
  expect(await drawnElsewhere(port)).toBe(String(port));
});
