import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** A service that starts as every app does. */
const program = `
  import { openManagement, serve } from '@rapport/http-server';
  import { startTelemetry } from '@rapport/telemetry';
  const telemetry = await startTelemetry({ service: 'program', instance: 1, sampleRatio: 0 });
  const address = { host: '127.0.0.1', port: 0 };
  await serve({
    management: await openManagement({ ...address, telemetry, ready: {} }),
    listeners: [{ ...address, app: () => { throw new Error('not caught') } }],
    close: { pools: () => telemetry.logger.info({}, 'pools closed') },
  });
`;

interface Started {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

async function start(): Promise<Started> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  if (!stdout) {
    throw new Error('the program has no output');
  }
  let text = '';
  // A disconnected child never reports that it closed, so its exit and the end of its output are awaited apart.
  const ends = Promise.all([once(child, 'exit'), once(stdout, 'end')]);
  const exit = ends.then(([[code]]) => code as number | null);
  await new Promise<void>((resolve) => {
    stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      if (text.includes('"serving"')) {
        resolve();
      }
    });
  });
  return { child, output: () => text, exit };
}

const slowStart = 20_000;

test.each([
  ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
  ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
  ['the end of the process that started it', (child: ChildProcess) => child.disconnect()],
])(
  '%s stops a service, which closes its parts and exits with 0',
  async (_, stop) => {
    const { child, output, exit } = await start();
    stop(child);
    expect(await exit).toBe(0);
    expect(output()).toContain('pools closed');
  },
  slowStart,
);

test(
  'an uncaught error ends the process, and is in its log',
  async () => {
    const { output, exit } = await start();
    const port = /"ports":\[(\d+)\]/.exec(output())?.[1];
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(await exit).toBe(1);
    expect(output()).toContain('not caught');
  },
  slowStart,
);
