import { commands } from './commands.ts';
import { Failure, sentenceOf, WrongUse } from './cli/failure.ts';
import { helpText } from './cli/help.ts';
import { parse } from './cli/parse.ts';
import { Terminal } from './cli/terminal.ts';

const words = process.argv.slice(2);
const terminal = new Terminal(words.includes('--json'));

try {
  process.exitCode = await obey();
} catch (error) {
  terminal.fail(sentenceOf(error));
  if (process.env['RAPPORT_DEBUG'] !== undefined && !(error instanceof Failure)) {
    console.error(error);
  }
  process.exitCode = error instanceof WrongUse ? 2 : 1;
}

async function obey(): Promise<number> {
  const parsed = parse(words, commands);
  if (parsed.kind === 'help') {
    const text = helpText(parsed.words, commands);
    terminal.show({ document: { help: text }, text });
    return 0;
  }
  const outcome = await parsed.command.run(parsed.values, terminal, parsed.files);
  terminal.show(outcome);
  await outcome.until;
  return outcome.exitCode ?? 0;
}
