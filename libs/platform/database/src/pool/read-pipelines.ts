import type { Call } from '../call.ts';
import { isLockTimeout, ReadRefused, unavailableReason } from '../failures.ts';
import type { RawRow } from '../sql.ts';
import type { ConnectionSource } from './connection-source.ts';

/** A read of one row that is found by its key. It is over so soon that its neighbours can wait for it. */
export type BriefRead = Pick<Call, 'sentText' | 'values'>;

interface PipelinedRead extends BriefRead {
  readonly resolve: (rows: RawRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the brief reads that a tenant asks for in one round of the event loop to PostgreSQL as one pipeline: in one
 * round trip. Under load, answers of Redis come several at a time, and waking a server process for each read costs both
 * sides more than the read. A read without neighbours goes at once, on its own.
 */
export class ReadPipelines {
  readonly #source: ConnectionSource;
  readonly #deadlineMs: number;
  readonly #begun = new Map<number, PipelinedRead[]>();

  constructor(source: ConnectionSource, deadlineMs: number) {
    this.#source = source;
    this.#deadlineMs = deadlineMs;
  }

  take(tenant: number, read: BriefRead): Promise<RawRow[]> {
    return new Promise((resolve, reject) => {
      const pipelined = { ...read, resolve, reject };
      const pipeline = this.#begun.get(tenant);
      if (pipeline && pipeline.length < readsMax) {
        pipeline.push(pipelined);
        return;
      }
      const begun = [pipelined];
      this.#begun.set(tenant, begun);
      // Reads that this round of the event loop still asks for come first: a tick follows all promises settled by then.
      process.nextTick(() => this.#send(tenant, begun));
    });
  }

  #send(tenant: number, reads: PipelinedRead[]): void {
    if (this.#begun.get(tenant) === reads) {
      this.#begun.delete(tenant);
    }
    const [only] = reads;
    if (only && reads.length === 1) {
      this.#alone(tenant, only);
    } else {
      void this.#together(tenant, reads);
    }
  }

  #alone(tenant: number, { sentText, values, resolve, reject }: PipelinedRead): void {
    this.#source
      .use(tenant, 'reading', (connection) =>
        connection.execute<RawRow>({ sentText, values, form: 'raw' }, this.#deadlineMs),
      )
      .then(resolve, reject);
  }

  /** A read that fails takes its neighbours along: then each is sent again, on its own. */
  async #together(tenant: number, reads: readonly PipelinedRead[]): Promise<void> {
    try {
      const answers = await this.#source.use(tenant, 'reading', (connection) =>
        connection.executeTogether(reads, this.#deadlineMs),
      );
      reads.forEach(({ resolve }, at) => resolve(answers[at] ?? []));
    } catch (error) {
      if (isOfOneRead(error)) {
        reads.forEach((read) => this.#alone(tenant, read));
      } else {
        reads.forEach(({ reject }) => reject(error));
      }
    }
  }
}

/** Whether one of the reads alone may have caused the failure. */
function isOfOneRead(error: unknown): boolean {
  return unavailableReason(error) === null && !isLockTimeout(error) && !(error instanceof ReadRefused);
}

const readsMax = 16;
