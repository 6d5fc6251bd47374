// The version is that of the whole workspace, and the bundle has it inside.
// eslint-disable-next-line @nx/enforce-module-boundaries
import manifest from '../../../../package.json' with { type: 'json' };
import { Failure, sentenceOf, WrongUse } from './failure.ts';
import { helpText, type Program } from './help.ts';
import { parse } from './parse.ts';
import { Terminal } from './terminal.ts';

/** Runs the command that the words of this process name, and sets its exit code. */
export async function obey(program: Program): Promise<void> {
  const words = process.argv.slice(2);
  const terminal = new Terminal(words.includes('--json'));
  try {
    process.exitCode = await run(words, program, terminal);
  } catch (error) {
    terminal.fail(sentenceOf(error));
    if (process.env['RAPPORT_DEBUG'] !== undefined && !(error instanceof Failure)) {
      console.error(error);
    }
    process.exitCode = error instanceof WrongUse ? 2 : 1;
  }
}

async function run(words: readonly string[], program: Program, terminal: Terminal): Promise<number> {
  const parsed = parse(
    words,
    program.sections.flatMap(({ commands }) => commands),
  );
  if (parsed.kind === 'help') {
    const text = helpText(parsed.words, program);
    terminal.show({ document: { help: text }, text });
    return 0;
  }
  if (parsed.kind === 'version') {
    const { version } = manifest;
    terminal.show({ document: { version }, text: `Rapport ${version}` });
    return 0;
  }
  const outcome = await parsed.command.run(parsed.values, terminal, parsed.files);
  terminal.show(outcome);
  await outcome.until;
  return outcome.exitCode ?? 0;
}
