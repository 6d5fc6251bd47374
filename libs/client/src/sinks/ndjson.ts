import { createReadStream } from 'node:fs';
import { open, stat, truncate, type FileHandle } from 'node:fs/promises';
import type { ResourceName } from '../rapport.ts';
import { isAt, type Checkpoint, type PageOfCopy, type Sink, type Sweep } from '../sync/sink.ts';

/** A line of the file. What stands behind the last checkpoint was not written whole. */
export type NdjsonLine =
  | { readonly type: 'record'; readonly resource: ResourceName; readonly copy: number; readonly record: unknown }
  | { readonly type: 'shown' | 'removed'; readonly resource: ResourceName; readonly copy: number; readonly id: string }
  | { readonly type: 'sweep'; readonly resource: ResourceName; readonly copy: number }
  | { readonly type: 'checkpoint'; readonly resource: ResourceName; readonly checkpoint: Checkpoint };

/** A file of one process, to which each page is appended, with the checkpoint behind it. A torn end is cut off at the start. */
export async function ndjson(file: string): Promise<NdjsonSink> {
  const handle = await open(file, 'a');
  return new NdjsonSink(file, handle);
}

export class NdjsonSink implements Sink {
  readonly #file: string;
  readonly #handle: FileHandle;
  /** Null until the file was read. */
  #read: Known | null = null;

  constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  async read(resource: ResourceName): Promise<Checkpoint | null> {
    return (await this.#known()).checkpoints.get(resource) ?? null;
  }

  async apply({ resource, from, to, records, shown, removed }: PageOfCopy): Promise<boolean> {
    const { copy } = to;
    const lines: NdjsonLine[] = [
      ...removed.map((id) => ({ type: 'removed', resource, copy, id }) as const),
      ...shown.map((id) => ({ type: 'shown', resource, copy, id }) as const),
      ...records.map((record) => ({ type: 'record', resource, copy, record }) as const),
    ];
    return this.#append(resource, from, to, lines);
  }

  async sweep({ resource, from, to }: Sweep): Promise<boolean> {
    return this.#append(resource, from, to, [{ type: 'sweep', resource, copy: to.copy }]);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #append(
    resource: ResourceName,
    from: Checkpoint | null,
    to: Checkpoint,
    lines: readonly NdjsonLine[],
  ): Promise<boolean> {
    const known = await this.#known();
    if (!isAt(known.checkpoints.get(resource) ?? null, from)) {
      return false;
    }
    const all: NdjsonLine[] = [...lines, { type: 'checkpoint', resource, checkpoint: to }];
    const bytes = Buffer.from(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
    // A page that was not written whole is cut off by the next look.
    this.#read = null;
    await this.#handle.appendFile(bytes);
    await this.#handle.datasync();
    known.checkpoints.set(resource, to);
    this.#read = { checkpoints: known.checkpoints, bytes: known.bytes + bytes.length };
    return true;
  }

  async #known(): Promise<Known> {
    if (this.#read === null) {
      this.#read = await readCheckpoints(this.#file);
      await truncate(this.#file, this.#read.bytes);
    }
    const { size } = await stat(this.#file);
    if (size !== this.#read.bytes) {
      throw new Error(`Another process writes ${this.#file} too; a file of a copy has one.`);
    }
    return this.#read;
  }
}

/** A file as it was read, up to this length. */
interface Known {
  readonly checkpoints: Map<ResourceName, Checkpoint>;
  readonly bytes: number;
}

async function readCheckpoints(file: string): Promise<Known> {
  const checkpoints = new Map<ResourceName, Checkpoint>();
  let bytes = 0;
  let at = 0;
  for await (const line of linesOf(file)) {
    if (at === 0 && !begins.some((begin) => line.startsWith(begin.slice(0, line.length)))) {
      throw new Error(`${file} holds something else than a copy, and is left as it is.`);
    }
    at += Buffer.byteLength(line);
    const read = line.startsWith('{"type":"checkpoint"') && line.endsWith('\n') ? lineIn(line) : undefined;
    if (read?.type === 'checkpoint') {
      checkpoints.set(read.resource, read.checkpoint);
      bytes = at;
    }
  }
  return { checkpoints, bytes };
}

/** The lines with their ends, cut as bytes: a text of JSON may hold what else ends a line, and the last one may be torn in a character. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end + 1)]).toString();
      pieces = [];
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
  }
  const torn = Buffer.concat(pieces);
  if (torn.length > 0) {
    yield torn.toString();
  }
}

const types: readonly NdjsonLine['type'][] = ['record', 'shown', 'removed', 'sweep', 'checkpoint'];
const begins = types.map((type) => `{"type":"${type}","resource":"`);

function lineIn(line: string): NdjsonLine | undefined {
  try {
    return JSON.parse(line) as NdjsonLine;
  } catch {
    return undefined;
  }
}
