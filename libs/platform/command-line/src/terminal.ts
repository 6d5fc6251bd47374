import { writeSync } from 'node:fs';

/** The outcome of a command: a document for scripts and a text for people. */
export interface Outcome {
  readonly document: object;
  readonly text?: string;
  readonly exitCode?: 0 | 1;
  /** The end for which the command waits after it has shown its outcome. */
  readonly until?: Promise<unknown>;
}

/** A command writes here. With --json only the one document may reach stdout. */
export class Terminal {
  readonly isJson: boolean;

  constructor(isJson: boolean) {
    this.isJson = isJson;
  }

  say(line: string): void {
    write(this.isJson ? 2 : 1, line);
  }

  show(outcome: Outcome): void {
    if (this.isJson) {
      write(1, JSON.stringify(outcome.document));
    } else if (outcome.text !== undefined) {
      write(1, outcome.text);
    }
  }

  fail(sentence: string): void {
    if (this.isJson) {
      write(1, JSON.stringify({ error: sentence }));
    }
    write(2, sentence);
  }
}

/** Writes synchronously, so that a process that exits right after loses nothing. */
function write(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) {
        throw error;
      }
      // A reader that has gone leaves nothing to do. A full pipe takes the rest as soon as it is read.
      if (error.code === 'EPIPE' || error.code === 'EIO') {
        return;
      }
      if (error.code !== 'EAGAIN') {
        throw error;
      }
    }
  }
}
