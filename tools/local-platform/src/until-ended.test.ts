import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const worker = `process.on('SIGTERM', () => { console.log('took down'); process.exit(3); }); console.log(process.pid); setInterval(() => {}, 1000);`;
const starter = `
  import { spawn } from 'node:child_process';
  import { untilEnded } from ${JSON.stringify(new URL('./until-ended.ts', import.meta.url).href)};
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], { stdio: ['ignore', 'inherit', 'inherit'] });
  process.exitCode = await untilEnded(child);
`;

test('a signal that ends a process ends the program that works for it first', async () => {
  const front = spawn(process.execPath, ['--input-type=module', '-e', starter], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  front.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(front.stdout, 'data');
  front.kill('SIGTERM');
  expect(await once(front, 'close')).toEqual([3, null]);
  expect(said).toContain('took down');
});
