import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Failure } from '@rapport/command-line';
import { endingSignals } from './until-ended.ts';

const run = promisify(execFile);

/** A program that Go builds from the sums in the folder of tools with its name. */
export interface GoProgram {
  readonly name: string;
  readonly version: string;
  /** The output of its word `version` where the one of the PATH will do, and the words of people for that. */
  readonly fitting: RegExp;
  readonly wanted: string;
}

export const goPrograms = {
  k6: { name: 'k6', version: '2.2.0', fitting: /\bk6(?:\.exe)? v2\./, wanted: 'k6 2.x' },
  helm: { name: 'helm', version: '4.3.1', fitting: /\bv(?:4|3\.1[4-9]|3\.2)/, wanted: 'Helm 4' },
} as const satisfies Record<string, GoProgram>;

/** The path of the program, or one sentence that says what is missing. */
export type Brought = { readonly program: string } | { readonly missing: string };

/** The program of the PATH where that fits, else the one in the cache, which Go builds once. */
export async function bringProgram(wanted: GoProgram, root: string, say: (line: string) => void): Promise<Brought> {
  const program = await presentProgram(wanted);
  if (program !== undefined) {
    return { program };
  }
  const go = await findGo();
  if (go === undefined) {
    return { missing: `${wanted.wanted} is not on the PATH, and Go, which builds it, is not there either.` };
  }
  say(`Building ${wanted.name} ${wanted.version}, once for this machine; it takes some minutes`);
  return build(wanted, go, root, say);
}

/** The program where nothing has to be built. */
export async function presentProgram(wanted: GoProgram): Promise<string | undefined> {
  if (await isFitting(wanted)) {
    return wanted.name;
  }
  const kept = join(keptFolder(wanted), wanted.name);
  return (await isThere(kept)) ? kept : undefined;
}

/** The name of Go where it is there. */
export async function findGo(): Promise<string | undefined> {
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

/** It takes two minutes on two processors that do nothing else. */
const buildMs = 900_000;

/** A signal that would end this process ends Go first, and what is half-made is removed. */
async function build(wanted: GoProgram, go: string, root: string, say: (line: string) => void): Promise<Brought> {
  const kept = keptFolder(wanted);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Failure(`The build of ${wanted.name} was stopped.`));
  for (const signal of endingSignals) {
    process.on(signal, stop);
  }
  await mkdir(cacheFolder(), { recursive: true });
  const unfinished = await mkdtemp(`${kept}.`);
  try {
    const module = join(root, 'tools', wanted.name);
    const compiled = progressOf(wanted, go, { module, signal: stopping.signal }, say);
    const complaint = await install(go, module, unfinished, stopping.signal, compiled);
    if (complaint !== undefined) {
      return { missing: `Go could not build ${wanted.name}: ${complaint}` };
    }
    // Another clone may build at the same moment: the first rename wins.
    await rename(unfinished, kept).catch(() => undefined);
    return { program: join(kept, wanted.name) };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    for (const signal of endingSignals) {
      process.off(signal, stop);
    }
  }
}

/** Says now and then how many packages are compiled, and of how many as soon as Go has listed them. */
function progressOf(
  { name }: GoProgram,
  go: string,
  { module, signal }: { readonly module: string; readonly signal: AbortSignal },
  say: (line: string) => void,
): () => void {
  let total = '';
  // Without a list the count is said alone.
  run(go, ['list', '-deps', 'tool'], { cwd: module, maxBuffer: 10_000_000, signal }).then(
    ({ stdout }) => (total = ` of ${stdout.trim().split('\n').length}`),
    () => undefined,
  );
  let count = 0;
  let saidAt = performance.now();
  return () => {
    count += 1;
    if (performance.now() - saidAt > sayEveryMs) {
      saidAt = performance.now();
      say(`  ${name}: ${count}${total} packages are compiled`);
    }
  };
}

const sayEveryMs = 10_000;

/** The first line of what Go complains of. */
async function install(
  go: string,
  module: string,
  folder: string,
  signal: AbortSignal,
  compiled: () => void,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const child = spawn(go, ['install', '-v', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', 'tool'], {
    cwd: module,
    env: { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'local', CGO_ENABLED: '0', HOME: homedir() },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: buildMs,
  });
  // Go removes its own temporary folder after this signal alone.
  signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  let log = '';
  createInterface(child.stderr).on('line', (line) => {
    // A line with the name of a package alone says that it is being compiled.
    if (/^[\w./~-]+$/.test(line)) {
      compiled();
    } else {
      log = `${log}${line}\n`.slice(0, logCharactersMax);
    }
  });
  const [code] = (await once(child, 'close')) as [number | null];
  signal.throwIfAborted();
  return code === 0 ? undefined : log.split('\n', 1)[0];
}

const logCharactersMax = 10_000;

async function isFitting({ name, fitting }: GoProgram): Promise<boolean> {
  const { stdout } = await run(name, ['version']).catch(() => ({ stdout: '' }));
  return fitting.test(stdout);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function keptFolder({ name, version }: GoProgram): string {
  return join(cacheFolder(), `${name}-${version}`);
}

/** The folder beside the one of Node. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? tmpdir(), '.cache'), 'rapport');
}
