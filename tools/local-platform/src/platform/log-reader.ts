import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@rapport/command-line';
import { logsFolder } from './logs.ts';

export interface LogLine {
  /** As the line has it; that of the line before where it has none. */
  readonly time: string;
  readonly text: string;
}

/** A reader for each log, or for those of one service or server. */
export async function logReaders(dataDir: string, service: string | undefined): Promise<LogReader[]> {
  const folder = logsFolder(dataDir);
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
  const ofService = files.filter((name) => service === undefined || ownerOf(name) === service);
  if (ofService.length === 0) {
    const names = [...new Set(files.map(ownerOf))].sort().join(', ');
    throw new Failure(
      files.length === 0
        ? `There are no logs in ${folder}.`
        : `There is no log of ${service ?? 'any service'} in ${folder}; there are those of ${names}.`,
    );
  }
  return ofService.map((name) => new LogReader(join(folder, name)));
}

/** `public-api-2.log` is of public-api. */
function ownerOf(file: string): string {
  return file.replace(/(-\d+)?\.log$/, '');
}

/** One log, and the older part of it that its bound has moved away. */
export class LogReader {
  readonly #path: string;
  #at = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Every line that is kept, from the oldest. What comes behind them is added. */
  async kept(): Promise<LogLine[]> {
    const older = await readFile(`${this.#path}.1`, 'utf8').catch(() => '');
    const newer = await readFile(this.#path);
    this.#at = newer.length;
    let time = '';
    return `${older}${newer.toString()}`
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => {
        time = /"time":"([^"]+)"/.exec(text)?.[1] ?? time;
        return { time, text };
      });
  }

  /** The lines that were written since the last look. A log that is shorter now has begun anew. */
  async added(): Promise<string[]> {
    const { size } = await stat(this.#path);
    if (size < this.#at) {
      this.#at = 0;
    }
    if (size === this.#at) {
      return [];
    }
    const file = await open(this.#path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - this.#at), position: this.#at });
      this.#at += bytesRead;
      const lines = `${this.#rest}${buffer.toString('utf8', 0, bytesRead)}`.split('\n');
      this.#rest = lines.pop() ?? '';
      return lines;
    } finally {
      await file.close();
    }
  }
}
