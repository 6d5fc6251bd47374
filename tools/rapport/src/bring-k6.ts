import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from './cli/failure.ts';
import { endingSignals } from './cli/until-ended.ts';

const run = promisify(execFile);

/** The program, or one sentence that says what is missing. */
export type K6 = { readonly program: string } | { readonly missing: string };

/** k6 2.x of the PATH, else the one in the cache, which Go builds once from the sums in tools/k6. */
export async function bringK6(root: string, say: (line: string) => void): Promise<K6> {
  const program = await presentK6();
  if (program !== undefined) {
    return { program };
  }
  const go = await findGo();
  if (go === undefined) {
    return { missing: 'k6 2.x is not on the PATH, and Go, which builds it, is not there either.' };
  }
  say(`Building k6 ${version}, once for this machine; it takes some minutes`);
  return build(go, root, keptFolder());
}

/** k6 where nothing has to be built. */
export async function presentK6(): Promise<string | undefined> {
  if (await isFitting('k6')) {
    return 'k6';
  }
  const kept = join(keptFolder(), 'k6');
  return (await isThere(kept)) ? kept : undefined;
}

const version = '2.2.0';
/** It takes two minutes on two processors that do nothing else. */
const buildMs = 900_000;

/** A signal that would end this process ends Go first, and what is half-made is removed. */
async function build(go: string, root: string, kept: string): Promise<K6> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Failure('The build of k6 was stopped.'));
  for (const signal of endingSignals) {
    process.on(signal, stop);
  }
  await mkdir(cacheFolder(), { recursive: true });
  const unfinished = await mkdtemp(`${kept}.`);
  try {
    const complaint = await install(go, join(root, 'tools', 'k6'), unfinished, stopping.signal);
    if (complaint !== undefined) {
      return { missing: `Go could not build k6: ${complaint}` };
    }
    // Another clone may build at the same moment: the first rename wins.
    await rename(unfinished, kept).catch(() => undefined);
    return { program: join(kept, 'k6') };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    for (const signal of endingSignals) {
      process.off(signal, stop);
    }
  }
}

/** The first line of what Go complains of. */
async function install(go: string, module: string, folder: string, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  const child = spawn(go, ['install', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', 'tool'], {
    cwd: module,
    env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'local', CGO_ENABLED: '0', HOME: homedir() },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: buildMs,
  });
  // Go removes its own temporary folder after this signal alone.
  signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log = `${log}${chunk.toString()}`.slice(0, logCharactersMax)));
  const [code] = (await once(child, 'close')) as [number | null];
  signal.throwIfAborted();
  return code === 0 ? undefined : log.split('\n', 1)[0];
}

const logCharactersMax = 10_000;

async function isFitting(program: string): Promise<boolean> {
  const { stdout } = await run(program, ['version']).catch(() => ({ stdout: '' }));
  return /\bk6(?:\.exe)? v2\./.test(stdout);
}

async function findGo(): Promise<string | undefined> {
  for (const go of ['go', '/usr/local/go/bin/go']) {
    if (
      await run(go, ['version']).then(
        () => true,
        () => false,
      )
    ) {
      return go;
    }
  }
  return undefined;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function keptFolder(): string {
  return join(cacheFolder(), `k6-${version}`);
}

/** The folder beside the one of Node. */
function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? tmpdir(), '.cache'), 'rapport');
}
