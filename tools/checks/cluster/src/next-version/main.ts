import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot as root } from '@rapport/local-platform/project';
import { runProgram } from '../cluster/run-program.ts';
import { nextVersion } from './next-version.ts';

/**
 * Writes the image of a next version into the folder that its one word names: this checkout with one more migration of
 * control, of cells and of tenants. The copy is made beside node_modules, whose files it links.
 */
const [out = 'dist'] = process.argv.slice(2);
const { signal } = new AbortController();

/** Each adds what a release adds: a table, a column of a table that requests use, and an index of it. */
const migrations = {
  control: 'create table control.next_version (id uuid primary key);\n',
  cell: 'create table cell.next_version (id uuid primary key);\n',
  tenant:
    'alter table tenant.customer add column next_version text;\ncreate index customer_next_version on tenant.customer (next_version);\n',
};

await mkdir(join(root, 'dist'), { recursive: true });
const copy = await mkdtemp(join(root, 'dist', 'next-version-'));
try {
  await copyCheckout();
  for (const [scope, text] of Object.entries(migrations)) {
    const folder = join(copy, 'libs', 'platform', 'database', 'migrations', scope);
    const last = (await readdir(folder)).toSorted().at(-1) ?? '0';
    const number = String(Number.parseInt(last, 10) + 1).padStart(4, '0');
    await writeFile(join(folder, `${number}-next-version.sql`), text);
  }
  for (const words of [['generate'], ['images', '--out', resolve(out)]]) {
    console.log(await runProgram(process.execPath, [join(copy, 'tools/front-door/src/main.ts'), ...words], { signal }));
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}

async function copyCheckout(): Promise<void> {
  const files = (await runProgram('git', ['-C', root, 'ls-files', '-z'], { signal })).split('\0').filter(Boolean);
  for (const file of files) {
    await cp(join(root, file), join(copy, file));
  }
  await runProgram('cp', ['--archive', '--link', join(root, 'node_modules'), copy], { signal });
  const path = join(copy, 'package.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/"version": "[^"]*"/, `"version": "${await nextVersion(root)}"`));
}
