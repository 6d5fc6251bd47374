import { namedText } from '@rapport/database';
import { projectRoot } from '@rapport/local-platform';
import { catalogue, type Made } from './catalogue.ts';
import { formattedSql } from './formatted-sql.ts';
import { reasonOf } from './reason.ts';

/** For `generate`: what templates make for one kind and surface, so that a reader sees each statement whole. */
export const statementsGenerator = {
  name: 'rendered statements',
  run: async (): Promise<Record<string, string>> =>
    Object.fromEntries((await Promise.all(catalogue().map(rendered))).flat()),
};

async function rendered({ file, maker, statements }: Made): Promise<(readonly [path: string, text: string])[]> {
  const reason = await reasonOf(projectRoot, file, maker);
  const [lib = '', place] = file.split('/src/');
  const head = [...reason, `Made by ${maker} in src/${place}.`].filter((line) => line !== '').map(asComment);
  return statements.map((statement) => [
    `${lib}/catalogue/${statement.name}.sql`,
    `${head.join('\n')}\n\n${formattedSql(namedText(statement))};\n`,
  ]);
}

function asComment(paragraph: string): string {
  const lines: string[] = [];
  const behind = paragraph.startsWith('- ') ? '--  ' : '--';
  for (const word of paragraph.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= widthMax) {
      lines.splice(-1, 1, longer);
    } else {
      lines.push(`${lines.length === 0 ? '--' : behind} ${word}`);
    }
  }
  return lines.join('\n');
}

const widthMax = 120;
