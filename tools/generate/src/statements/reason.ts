import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The paragraphs and items of the comment above a function or a constant in a file of sources. */
export async function reasonOf(root: string, file: string, name: string): Promise<string[]> {
  const source = await readFile(join(root, file), 'utf8');
  const declared = new RegExp(
    `((?:^//[^\\n]*\\n|^/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)*)^(?:export )?(?:const|function) ${name}\\b`,
    'm',
  );
  const found = declared.exec(source);
  if (!found) {
    throw new Error(`${file} declares no ${name}`);
  }
  const [, comment = ''] = found;
  const lines = comment.replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)|\*\/\s*$/gm, '').split('\n');
  return lines.reduce<string[]>((all, line) => {
    const isNew = all.length === 0 || /^ - /.test(line) || (/^ \S/.test(line) && (all.at(-1) ?? '').startsWith('- '));
    return isNew ? [...all, line.trim()] : [...all.slice(0, -1), `${all.at(-1)} ${line.trim()}`.trim()];
  }, []);
}
