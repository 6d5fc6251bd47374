import type { ResourceName } from '../rapport.ts';

/** The place that the copy of a resource has reached. */
export interface Checkpoint {
  /** The number of the copy; each list from its beginning on is another one. */
  readonly copy: number;
  /**
   * The read that is under way: the list from its beginning, then the changes behind it, then the records that changed; `sweep` where
   * rows of an older copy have to go.
   */
  readonly phase: 'copy' | 'changes' | 'records' | 'sweep';
  /** The page that comes next; null for the first one of the phase. */
  readonly cursor: string | null;
  /** The watermark from which changes are read; null in the first copy. */
  readonly since: string | null;
  /** The watermark of the changes of this pass, from which the next one goes on. */
  readonly until: string | null;
  /** The entity tag of the definitions of custom fields under which the copy began. */
  readonly definitions: string;
  /** Whether rows of an older copy have gone. */
  readonly isWhole: boolean;
}

export interface CopiedRecord {
  readonly id: string;
}

/** One page, as a sink takes it. */
export interface PageOfCopy {
  readonly resource: ResourceName;
  /** The checkpoint that the sink holds, or null for none. */
  readonly from: Checkpoint | null;
  readonly to: Checkpoint;
  /** Rows to write by their id, as rows of the copy `to.copy`. */
  readonly records: readonly CopiedRecord[];
  /** Rows that are there become rows of the copy `to.copy`. */
  readonly shown: readonly string[];
  /** Rows to remove. */
  readonly removed: readonly string[];
}

export type Sweep = Pick<PageOfCopy, 'resource' | 'from' | 'to'>;

/**
 * A place for a copy. `apply` and `sweep` do all that they are told, with the checkpoint, or nothing. They give false, and do nothing,
 * where the sink holds another checkpoint than `from`: then another process was there. A failure with the code `no_answer` is of a
 * place that comes back, and is tried again.
 */
export interface Sink {
  read(resource: ResourceName): Promise<Checkpoint | null>;
  apply(page: PageOfCopy): Promise<boolean>;
  /** Removes rows of copies before `to.copy`. */
  sweep(sweep: Sweep): Promise<boolean>;
}

/** Whether two checkpoints are the same. */
export function isAt(held: Checkpoint | null, from: Checkpoint | null): boolean {
  return checkpointText(held) === checkpointText(from);
}

/** A checkpoint as sinks store it. */
export function checkpointText(checkpoint: Checkpoint | null): string | null {
  if (checkpoint === null) {
    return null;
  }
  const { copy, phase, cursor, since, until, definitions, isWhole } = checkpoint;
  return JSON.stringify({ copy, phase, cursor, since, until, definitions, isWhole });
}

export function checkpointIn(text: string | null | undefined): Checkpoint | null {
  return text == null ? null : (JSON.parse(text) as Checkpoint);
}
