/** A write as its writer knows it. */
export interface Write {
  readonly writer: string;
  readonly kind: 'create' | 'update' | 'delete';
  /** The text that this write gives the record; no other write has it. */
  readonly value: string;
  /** The value of the write that made the record; it stays with the record. */
  readonly origin: string;
  readonly startedAt: number;
  recordId?: string;
  endedAt?: number;
  /** `unknown` also while the write is under way. */
  outcome: 'done' | 'refused' | 'unknown';
  /** The record's time in the answer. */
  stamp?: string;
}

/** A row of a list or an item of a feed, as a client got it. */
export interface Row {
  readonly id: string;
  readonly recordId: string;
  readonly at: string;
  /** Only an item of a feed has one. */
  readonly operation?: string;
}

/** One read over all its pages: everything from `from` to `until`. */
export interface Read {
  readonly client: string;
  readonly kind: ReadKind;
  readonly from: string | undefined;
  readonly startedAt: number;
  readonly rows: Map<string, Row>;
  firstPageAt: number;
  endedAt: number;
  until: string;
  pages: number;
  /** Whether all pages came. */
  isWhole: boolean;
}

export type ReadKind = 'list' | 'feed';

/** A request, kept to judge the answers while a part of the platform was away; no status where no answer came. */
export interface Attempt {
  readonly method: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status?: number;
  readonly code?: string;
  readonly retryAfter?: string;
}

export interface Note {
  readonly at: number;
  readonly text: string;
}

/** A promise that was broken, and a record that shows it. */
export interface Violation {
  readonly breach: Breach;
  readonly text: string;
  readonly recordId?: string;
}

export type Breach =
  | 'missed'
  | 'phantom'
  | 'stepped back'
  | 'twice'
  | 'watermark back'
  | 'watermark too high'
  | 'watermark too low'
  | 'own write missing'
  | 'endless read'
  | 'lost write'
  | 'doubled write'
  | 'change without item'
  | 'not as the model'
  | 'stale name'
  | 'stale copy'
  | 'inconsistent'
  | 'wrong answer'
  | 'wrong';

/** The writes to one tenant and the reads of it, on one clock, within bounds. */
export class History {
  readonly writes: Write[] = [];
  readonly reads: Read[] = [];
  readonly attempts: Attempt[] = [];
  readonly notes: Note[] = [];
  readonly violations: Violation[] = [];
  /** The number of reads beyond the bound; what their clients hold in the end is judged all the same. */
  forgotten = 0;
  #rows = 0;

  addWrite(write: Write): void {
    if (this.writes.length >= writesMax) {
      throw new Error(`a history holds no more than ${writesMax} writes`);
    }
    this.writes.push(write);
  }

  addRead(read: Read): void {
    this.reads.push(read);
    this.#rows += read.rows.size;
    while (this.reads.length > readsMax || this.#rows > rowsMax) {
      this.#rows -= this.reads.shift()?.rows.size ?? 0;
      this.forgotten += 1;
    }
  }

  addAttempt(attempt: Attempt): void {
    if (this.attempts.length < attemptsMax) {
      this.attempts.push(attempt);
    }
  }

  note(text: string): void {
    this.notes.push({ at: performance.now(), text });
  }

  violate(breach: Breach, text: string, recordId?: string): void {
    if (this.violations.length < violationsMax) {
      this.violations.push({ breach, text, ...(recordId !== undefined && { recordId }) });
    }
  }
}

const writesMax = 200_000;
const readsMax = 20_000;
const rowsMax = 2_000_000;
const attemptsMax = 500_000;
const violationsMax = 10_000;
