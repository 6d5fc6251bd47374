import type { BenchFigures, BenchOutcome } from './core/word.ts';
import { checkoutWords, words } from './words.ts';

// The front door has parsed the command line already: a word, `--name=value` and perhaps `--json`.
const [word = '', ...rest] = process.argv.slice(2);
const isJson = rest.includes('--json');
const { against, ...figures } = Object.fromEntries(
  rest.flatMap((option) => {
    const [, name, value] = /^--([^=]+)=(.*)$/.exec(option) ?? [];
    return name === undefined ? [] : [[name, value]];
  }),
) as Record<string, string>;

try {
  const numbers = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)]));
  const { document, text } = await run(numbers, (line) => console.error(line));
  console.log(isJson ? JSON.stringify(document) : text);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(numbers: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  if (against !== undefined) {
    const compared = await checkoutWords[word]?.();
    if (compared) {
      return compared(against, numbers, say);
    }
  }
  const bench = await words[word]?.();
  if (!bench) {
    throw new Error(`There is no bench ${word}.`);
  }
  return bench(numbers, say);
}
