import type { CallOptions } from '../options.ts';
import { RapportError } from '../rapport-error.ts';
import type { Rapport, ResourceName } from '../rapport.ts';
import type { Change } from '../types.ts';
import { isAt, type Checkpoint, type CopiedRecord, type PageOfCopy, type Sink } from './sink.ts';

/** A page, or the removal of old rows, as it came into the copy. */
export interface CopyProgress {
  readonly resource: ResourceName;
  readonly phase: Checkpoint['phase'];
  readonly records: number;
  readonly removed: number;
  /** Whether the copy has all that there was when this pass began. */
  readonly isUpToDate: boolean;
}

/** The copy of one resource, which follows the platform page by page. */
export class ResourceCopy {
  readonly #rapport: Rapport;
  readonly #sink: Sink;
  readonly #resource: ResourceName;
  readonly #call: CallOptions;
  readonly #onProgress: (progress: CopyProgress) => void;

  constructor(
    rapport: Rapport,
    sink: Sink,
    resource: ResourceName,
    signal: AbortSignal,
    onProgress: (progress: CopyProgress) => void,
  ) {
    this.#rapport = rapport;
    this.#sink = sink;
    this.#resource = resource;
    this.#call = { signal };
    this.#onProgress = onProgress;
  }

  /** Goes on from the checkpoint until the copy has all that there is now. */
  async pass(): Promise<void> {
    for (let held = await this.#begun(), isUpToDate = false; !isUpToDate;) {
      this.#call.signal?.throwIfAborted();
      const { page, isLast } = await this.#next(held);
      if (!(await this.#written(held, page))) {
        // Another process was there, and what it stored counts.
        held = await this.#begun();
        continue;
      }
      isUpToDate = isLast;
      held = { at: page.to, stored: page.to };
      const { records, removed } = page;
      this.#onProgress({
        resource: this.#resource,
        phase: page.to.phase,
        records: records.length,
        removed: removed.length,
        isUpToDate,
      });
    }
  }

  /** False where another process wrote meanwhile. */
  async #written({ at, stored }: Held, page: PageOfCopy): Promise<boolean> {
    if (at.phase === 'sweep') {
      return this.#sink.sweep(page);
    }
    const isEmpty = page.records.length + page.shown.length + page.removed.length === 0;
    return (isEmpty && isAt(stored, page.to)) || this.#sink.apply(page);
  }

  /** The stored checkpoint, or the beginning of a copy: of the first, or of another one where definitions have changed. */
  async #begun(): Promise<Held> {
    const stored = await this.#sink.read(this.#resource);
    const ifNoneMatch = stored?.definitions;
    const changed = await this.#rapport.customFields(this.#resource, { ...this.#call, ifNoneMatch });
    return stored !== null && (changed === null || changed.etag === stored.definitions)
      ? { at: stored, stored }
      : { at: beginning(stored, changed?.etag ?? ''), stored };
  }

  /**
   * The next page. A read whose cursor is refused begins again, and a copy that cannot go on begins anew. So does the first list
   * of a copy: what it showed before the refusal may be gone since, and no feed behind the new list tells of that.
   */
  async #next(held: Held): Promise<NextPage> {
    try {
      return await this.#read(held);
    } catch (error) {
      const code = error instanceof RapportError ? error.code : undefined;
      const isRefused = code === 'invalid_cursor' && held.at.cursor !== null;
      if (code === 'updated_from_too_old' || (isRefused && held.at.phase === 'copy')) {
        return this.#read({ ...held, at: beginning(held.at, held.at.definitions) });
      }
      if (isRefused) {
        return this.#next({ ...held, at: { ...held.at, cursor: null } });
      }
      throw error;
    }
  }

  #read({ at, stored }: Held): Promise<NextPage> {
    const none = { resource: this.#resource, from: stored, records: [], shown: [], removed: [] };
    switch (at.phase) {
      case 'copy':
        return this.#copied(at, none);
      case 'changes':
        return this.#changed(at, none);
      case 'records':
        return this.#changedRecords(at, none);
      case 'sweep':
        return Promise.resolve({ page: { ...none, to: { ...passed(at), isWhole: true } }, isLast: true });
    }
  }

  async #copied(at: Checkpoint, none: NoPage): Promise<NextPage> {
    const { data, nextCursor, syncUntilUtc } = await this.#page<CopiedRecord>('list', at);
    const to: Checkpoint =
      nextCursor === null
        ? { ...at, phase: 'changes', cursor: null, since: syncUntilUtc }
        : { ...at, cursor: nextCursor };
    return { page: { ...none, to, records: data }, isLast: false };
  }

  /** Of several changes of a record in a page the last one counts: it may have left the client's view and come back. */
  async #changed(at: Checkpoint, none: NoPage): Promise<NextPage> {
    const { data, nextCursor, syncUntilUtc } = await this.#page<Change>('changes', at);
    const last = new Map(data.map(({ entityId, operation }) => [entityId, operation]));
    const removed = [...last].filter(([, operation]) => operation === 'deleted').map(([id]) => id);
    const shown = [...last].filter(([, operation]) => operation !== 'deleted').map(([id]) => id);
    if (nextCursor !== null) {
      return { page: { ...none, to: { ...at, cursor: nextCursor }, removed, shown }, isLast: false };
    }
    const isQuiet = at.cursor === null && data.length === 0;
    const until = { ...at, cursor: null, until: syncUntilUtc };
    return isQuiet
      ? this.#ended(until, { ...none, removed, shown })
      : { page: { ...none, to: { ...until, phase: 'records' }, removed, shown }, isLast: false };
  }

  async #changedRecords(at: Checkpoint, none: NoPage): Promise<NextPage> {
    const { data, nextCursor } = await this.#page<CopiedRecord>('list', at);
    return nextCursor === null
      ? this.#ended(at, { ...none, records: data })
      : { page: { ...none, to: { ...at, cursor: nextCursor }, records: data }, isLast: false };
  }

  #ended(at: Checkpoint, page: Omit<PageOfCopy, 'to'>): NextPage {
    return at.isWhole
      ? { page: { ...page, to: passed(at) }, isLast: true }
      : { page: { ...page, to: { ...at, phase: 'sweep', cursor: null } }, isLast: false };
  }

  async #page<Item>(read: 'list' | 'changes', { cursor, since }: Checkpoint): Promise<SyncPage<Item>> {
    const options = { ...this.#call, ...(cursor !== null ? { cursor } : since !== null && { updatedFrom: since }) };
    const { value } = await this.#rapport[this.#resource][read](options).pages().next();
    return value as unknown as SyncPage<Item>;
  }
}

interface Held {
  /** The copy goes on here. Where a copy begins, the sink holds another checkpoint. */
  readonly at: Checkpoint;
  readonly stored: Checkpoint | null;
}

interface NextPage {
  readonly page: PageOfCopy;
  readonly isLast: boolean;
}

type NoPage = Omit<PageOfCopy, 'to'>;

interface SyncPage<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}

/** Rows of the copy before stay until this one is whole, so nothing that exists is away meanwhile. */
function beginning(before: Checkpoint | null, definitions: string): Checkpoint {
  const copy = (before?.copy ?? 0) + 1;
  return { copy, phase: 'copy', cursor: null, since: null, until: null, definitions, isWhole: false };
}

function passed(at: Checkpoint): Checkpoint {
  return { ...at, phase: 'changes', cursor: null, since: at.until, until: null };
}
