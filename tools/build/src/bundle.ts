import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..', '..', '..');

/**
 * Bundles what a process runs into a folder, as main.js with our own libs in it. Third-party packages stay outside, so that
 * the installed ones run and the bundle is small: a second copy of one inside would have classes of its own, which no
 * `instanceof` knows.
 */
export async function bundle(entry: string, outputFolder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: entry },
    outdir: outputFolder,
    bundle: true,
    // A module that the entry imports when it runs is a file of its own: its packages load after the first lines.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: Object.keys(manifest.dependencies),
    metafile: true,
    logLevel: 'warning',
  });
  const foreign = Object.keys(metafile.inputs).find((path) => path.startsWith('node_modules/'));
  if (foreign !== undefined) {
    throw new Error(`${foreign} would be inside of the bundle; add its package to the dependencies of the workspace`);
  }
  return join(outputFolder, 'main.js');
}
