import { execFile } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bundle, bundleConsole } from '@rapport/build';
import { services } from '@rapport/installation';
import { productionPackages } from './production-packages.ts';

const run = promisify(execFile);

/** Puts into a folder what the image holds: Node with its libraries, packages, migrations, a bundle for each app, the console, users. */
export async function fillImageFolder(root: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await copyNode(folder);
  await copyPackages(root, folder);
  await cp(join(root, 'libs', 'platform', 'database', 'migrations'), join(folder, 'rapport', 'migrations'), {
    recursive: true,
  });
  for (const { name, entry } of services) {
    await bundle(entry, join(folder, 'rapport', 'bin', name));
  }
  await bundle(join('apps', 'rapport', 'src', 'main.ts'), join(folder, 'rapport', 'bin', 'rapport'));
  await bundleConsole(join(folder, 'rapport', 'console', 'dist'));
  await writeFile(join(folder, 'rapport', 'package.json'), '{"type":"module"}\n');
  await writeProgram(join(folder, 'usr', 'local', 'bin', 'rapport'));
  await mkdir(join(folder, 'etc'), { recursive: true });
  await writeFile(join(folder, 'etc', 'passwd'), 'rapport:x:65532:65532::/rapport:/sbin/nologin\n');
  await writeFile(join(folder, 'etc', 'group'), 'rapport:x:65532:\n');
  await mkdir(join(folder, 'tmp'));
  await chmod(join(folder, 'tmp'), 0o1777);
}

/** The kernel itself reads the first line, so no shell is needed. */
async function writeProgram(file: string): Promise<void> {
  await writeFile(file, "#!/usr/local/bin/node\nimport('/rapport/bin/rapport/main.js');\n", { mode: 0o755 });
}

async function copyNode(folder: string): Promise<void> {
  const program = join(folder, 'usr', 'local', 'bin', 'node');
  await mkdir(dirname(program), { recursive: true });
  await copyFile(process.execPath, program);
  await run('strip', [program]).catch(() => undefined);
  await chmod(program, 0o755);
  for (const library of await librariesOf(process.execPath)) {
    await mkdir(dirname(join(folder, library)), { recursive: true });
    await copyFile(await realpath(library), join(folder, library));
  }
}

/** The paths of the shared libraries, the loader among them, at which the loader looks for them. */
async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]);
  return [...stdout.matchAll(/(\/\S+) \(0x[0-9a-f]+\)/g)].map(([, path = '']) => path);
}

/** Files that only compilers and people read stay outside. */
async function copyPackages(root: string, folder: string): Promise<void> {
  for (const path of await productionPackages(root)) {
    await cp(join(root, path), join(folder, 'rapport', path), {
      recursive: true,
      filter: (source) =>
        !/\.(map|md|ts|mts|cts)$/.test(source) &&
        source.lastIndexOf('node_modules') <= join(root, path).lastIndexOf('node_modules'),
    });
  }
}
