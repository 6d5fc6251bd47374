import { words } from './words.ts';

// The front door has parsed the command line already: a word, `--name=number` and perhaps `--json`.
const [word = '', ...rest] = process.argv.slice(2);
const isJson = rest.includes('--json');
const figures = Object.fromEntries(
  rest.flatMap((option) => (option === '--json' ? [] : [option.replace(/^--/, '').split('=')])),
) as Record<string, string>;

try {
  const bench = await words[word]?.();
  if (!bench) {
    throw new Error(`There is no bench ${word}.`);
  }
  const { document, text } = await bench(
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])),
    (line) => console.error(line),
  );
  console.log(isJson ? JSON.stringify(document) : text);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
