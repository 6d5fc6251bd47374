import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

async function build(go: string, root: string, kept: string): Promise<K6> {
  await mkdir(cacheFolder(), { recursive: true });
  const unfinished = await mkdtemp(`${kept}.`);
  try {
    const options = ['-trimpath', '-buildvcs=false', '-ldflags', '-s -w'];
    await run(go, ['install', ...options, 'tool'], {
      cwd: join(root, 'tools', 'k6'),
      env: { ...process.env, GOBIN: unfinished, GOTOOLCHAIN: 'local', CGO_ENABLED: '0', HOME: homedir() },
      maxBuffer: 64 * 1_024 * 1_024,
      timeout: buildMs,
    });
    // Another clone may build at the same moment: the first rename wins.
    await rename(unfinished, kept).catch(() => undefined);
    return { program: join(kept, 'k6') };
  } catch (error) {
    const [line = ''] = String((error as { stderr?: string }).stderr ?? error).split('\n');
    return { missing: `Go could not build k6: ${line}` };
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

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
