import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..', '..', '..');

/**
 * Bundles an app into one file with our own libs in it. Third-party packages stay outside, so that the installed ones
 * run and the bundle is small.
 */
export async function bundle(app: string, outputFolder: string = join(root, app, 'dist')): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const outfile = join(outputFolder, 'main.js');
  await build({
    absWorkingDir: root,
    entryPoints: [join(app, 'src', 'main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    external: Object.keys(manifest.dependencies),
    logLevel: 'warning',
  });
  return outfile;
}
