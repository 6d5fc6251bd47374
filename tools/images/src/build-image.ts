import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { systemProgram } from '@rapport/local-servers';
import { fillImageFolder } from './image-folder.ts';

const run = promisify(execFile);

/** The name of the image of this checkout. */
export async function imageName(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return `rapport:${version}`;
}

/** Writes the image as an archive that Docker, containerd and kind load. The same checkout gives the same bytes twice. */
export async function buildImage(root: string, outputFolder: string, say: (line: string) => void): Promise<string> {
  const program = await systemProgram({ title: 'Buildah', program: 'buildah', systemPackage: 'buildah' }, say);
  const name = await imageName(root);
  const archive = resolve(outputFolder, `${name.replace(':', '-')}.tar`);
  await mkdir(outputFolder, { recursive: true });
  const work = await mkdtemp(join(tmpdir(), 'rapport-image-'));
  try {
    say('Bundling the services');
    await fillImageFolder(root, join(work, 'image'));
    const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
    const buildah = async (...words: string[]): Promise<void> => {
      await run(program, [...storage, ...words], { maxBuffer: 64 * 1024 * 1024 });
    };
    say('Building the image');
    const file = join(root, 'Dockerfile');
    await buildah(
      'bud',
      '--timestamp',
      '0',
      '--isolation',
      'chroot',
      '--tag',
      name,
      '--file',
      file,
      join(work, 'image'),
    );
    const unfinished = join(work, 'archive.tar');
    await buildah('push', name, `docker-archive:${unfinished}:${name}`);
    await rm(archive, { force: true });
    await rename(unfinished, archive);
    return archive;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
