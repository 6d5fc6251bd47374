import { stat } from 'node:fs/promises';
import type { Outcome, Terminal } from '@rapport/command-line';
import { buildImage, imageName } from '@rapport/images';
import { projectRoot } from '@rapport/local-platform/project';

export async function images(folder: string, terminal: Terminal): Promise<Outcome> {
  const archive = await buildImage(projectRoot, folder, (line) => terminal.say(line));
  const { size } = await stat(archive);
  const name = await imageName(projectRoot);
  return {
    document: { images: [{ name, archive, bytes: size }] },
    text: `${name} is in ${archive} (${Math.round(size / 1_000_000)} MB).`,
  };
}
