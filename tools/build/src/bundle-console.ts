import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type BuildFailure, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '..', '..', '..');

/** Bundles the console into a folder, as one script and one style. Answers the files of which they are made. */
export async function bundleConsole(outputFolder: string): Promise<string[]> {
  const folder = resolve(root, outputFolder);
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: 'apps/console/src/main.tsx' },
    outdir: folder,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [englishAlone],
    metafile: true,
    write: false,
    logLevel: 'silent',
  }).catch((failure: BuildFailure) => Promise.reject(new Error(`The console cannot be bundled: ${firstOf(failure)}`)));
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of outputFiles) {
    await writeWhole(path, contents);
  }
  return Object.keys(metafile.inputs);
}

/** Bundles the console into its own folder, where a public API that runs from the sources finds it. */
export async function bundleConsoleHere(): Promise<void> {
  const atMs = Date.now();
  const files = [...(await bundleConsole(ownFolder)), ...ownFiles];
  await writeWhole(record, JSON.stringify({ atMs, files } satisfies Bundled));
}

/** Does that where a file of it has changed, in a process of its own: the bundler stays for as long as its process does. */
export async function bundleChangedConsole(): Promise<void> {
  const last = await readFile(record, 'utf8').then(
    (text) => JSON.parse(text) as Bundled,
    () => undefined,
  );
  if (last === undefined || !(await isUnchanged(last))) {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), 'apps/console']).catch(
      ({ stderr }: { readonly stderr: string }) => Promise.reject(new Error(stderr.trim())),
    );
  }
}

const ownFolder = join(root, 'apps', 'console', 'dist');
const record = join(ownFolder, 'bundled.json');

interface Bundled {
  readonly atMs: number;
  readonly files: readonly string[];
}

const ownFiles = [join('tools', 'build', 'src', basename(import.meta.filename)), 'package-lock.json'];

/** The time of a file's last change in any way tells of one that was put in its place with an older date, too. */
async function isUnchanged({ atMs, files }: Bundled): Promise<boolean> {
  const outputs = ['console.js', 'console.css'].map((name) => stat(join(ownFolder, name)));
  const inputs = files.map((file) => stat(join(root, file)));
  const [, changes] = await Promise.all([Promise.all(outputs), Promise.all(inputs)]).catch(() => [
    undefined,
    undefined,
  ]);
  return changes !== undefined && changes.every(({ ctimeMs }) => ctimeMs < atMs);
}

function firstOf({ errors: [first], message }: BuildFailure): string {
  const { file, line } = first?.location ?? {};
  return first === undefined ? message : `${first.text}${file === undefined ? '' : ` (${file}:${line})`}`;
}

/** A service may read the file at any time, and another platform may write it. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, content);
  await rename(unfinished, file);
}

/** React Aria brings its texts in 34 languages, and takes English where one is missing. */
const englishAlone: Plugin = {
  name: 'english-alone',
  setup: (bundler) => {
    bundler.onLoad({ filter: /[\\/]react-[\w-]+[\\/].*[\\/]intl[\\/].*\.\w*js$/ }, ({ path }) =>
      /[\\/][a-z]{2}-[A-Z]{2}\.\w+$/.test(path) && !path.includes('en-US')
        ? { contents: 'export default undefined;' }
        : undefined,
    );
  },
};
