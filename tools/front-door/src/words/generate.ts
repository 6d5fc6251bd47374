import type { Outcome, Terminal } from '@rapport/command-line';
import { generators, writeGenerated } from '@rapport/generate';
import { projectRoot } from '@rapport/local-platform/project';

export async function generate(terminal: Terminal): Promise<Outcome> {
  const changed = await writeGenerated(generators, projectRoot);
  for (const path of changed) {
    terminal.say(`  ${path}`);
  }
  return {
    document: { changed },
    text: changed.length === 0 ? 'Nothing has changed.' : `${changed.length} files written.`,
  };
}
