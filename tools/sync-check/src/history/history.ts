/** A write as its writer knows of it. */
export interface Write {
  readonly writer: string;
  readonly kind: 'create' | 'update' | 'delete';
  /** The text that this write gives the record; no other write has it. */
  readonly value: string;
  /** The value of the write that made the record: it stays with the record. */
  readonly origin: string;
  readonly startedAt: number;
  recordId?: string;
  endedAt?: number;
  /** `unknown` also while it is under way. */
  outcome: 'done' | 'refused' | 'unknown';
  /** The time that the answer gave the record. */
  stamp?: string;
}

/** A row of a list, or an item of a feed, as a client was given it. */
export interface Row {
  readonly id: string;
  readonly recordId: string;
  readonly at: string;
  /** Of an item alone. */
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
  /** Whether all its pages came. */
  isWhole: boolean;
}

export type ReadKind = 'list' | 'feed';

/** One request, for whoever judges what was answered while something was away; no status where no answer came. */
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

/** A rule that was broken, and by which record it shows. */
export interface Violation {
  readonly rule: Rule;
  readonly text: string;
  readonly recordId?: string;
}

export type Rule =
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
  | 'wrong answer'
  | 'wrong';

/** What was done to one tenant and seen of it, on one clock, within bounds. */
export class History {
  readonly writes: Write[] = [];
  readonly reads: Read[] = [];
  readonly attempts: Attempt[] = [];
  readonly notes: Note[] = [];
  readonly violations: Violation[] = [];
  /** Reads that were too many to be kept; what their clients hold in the end is judged all the same. */
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

  violate(rule: Rule, text: string, recordId?: string): void {
    if (this.violations.length < violationsMax) {
      this.violations.push({ rule, text, ...(recordId !== undefined && { recordId }) });
    }
  }
}

const writesMax = 200_000;
const readsMax = 20_000;
const rowsMax = 2_000_000;
const attemptsMax = 500_000;
const violationsMax = 10_000;
