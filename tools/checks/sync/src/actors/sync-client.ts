import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '@rapport/testbed';
import type { History, Read, ReadKind, Row } from '../history/history.ts';
import type { Visibility } from '../history/truth.ts';
import type { Api } from './api.ts';
import { goOnFrom, type GoesOn } from './goes-on.ts';
import { readPages, type Walk } from './read-pages.ts';

export interface ClientPlan {
  /** `mixed` reads the feed and then the list, both from the feed's last position. */
  readonly reads: ReadKind | 'mixed';
  readonly goesOn: GoesOn;
  readonly pageSizes?: readonly number[];
  readonly pauseMs?: number;
  /** The chance that the client dies after a page and goes on from what it stored. */
  readonly crashes?: number;
  /** The client's spelling of a time. */
  readonly spell?: (time: string) => string;
  /** The records that the client may see in the end; while they change, an answer may call its position too old. */
  readonly visibility?: Visibility;
  /** Whether an answer may call its position too old, after a purge or a change of its view. */
  readonly mayBeTooOld?: boolean;
  /** Whether the database may be brought back to an earlier moment, so that what was given may never have been. */
  readonly mayLose?: boolean;
  /** The act that follows this many pages of a read. */
  readonly afterPage?: (page: number) => Promise<void>;
}

/** The store of a client: it survives a crash. */
interface Stored {
  position: string | undefined;
  /** The greatest time that the client was given. */
  greatest: string;
}

/** A client that keeps a copy of what it may see, and knows only what answers gave it. */
export class SyncClient {
  readonly name: string;
  readonly plan: ClientPlan;
  /** The time of the version that the client holds, by record. */
  readonly copy = new Map<string, string>();
  /** Every item that a feed gave it. */
  readonly given = new Map<string, Row>();
  /** The time from which the client has read the feed without a gap; undefined until the first read has ended. */
  givenFrom: string | undefined;
  rounds = 0;
  crashes = 0;
  restarts = 0;
  readonly #api: Api;
  readonly #history: History;
  readonly #seen = new Map<string, string>();
  readonly #stored: Stored = { position: undefined, greatest: '' };

  constructor(name: string, api: Api, history: History, plan: ClientPlan) {
    this.name = name;
    this.plan = plan;
    this.#api = api;
    this.#history = history;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.round(this.plan.crashes ?? 0);
      await delay(Math.random() * 2 * (this.plan.pauseMs ?? 60));
    }
  }

  /** Reads everything since the last position, and stores the next one. */
  async round(crashes = 0): Promise<void> {
    const from = this.#stored.position;
    const first = await this.#read(this.plan.reads === 'list' ? 'list' : 'feed', from, crashes);
    if (first === 'too old') {
      return this.#beginAgain();
    }
    if (first === 'cut off') {
      return;
    }
    if (this.plan.reads === 'mixed') {
      const second = await this.#read('list', from, crashes);
      if (second === 'too old') {
        return this.#beginAgain();
      }
      if (second === 'cut off') {
        return;
      }
      this.#apply(second);
    }
    this.#apply(first);
    this.#store(first);
    this.rounds += 1;
  }

  #store(read: Read): void {
    for (const { at } of read.rows.values()) {
      if (at > this.#stored.greatest) {
        this.#stored.greatest = at;
      }
    }
    if (read.kind === 'feed') {
      this.givenFrom ??= read.from ?? '';
    }
    this.#stored.position = goOnFrom(this.plan.goesOn, read.until, this.#stored.greatest);
  }

  /** When an answer calls its position too old, the client takes the whole list and goes on from its watermark. */
  async #beginAgain(): Promise<void> {
    this.restarts += 1;
    const list = await this.#read('list', undefined, 0);
    if (list === 'too old' || list === 'cut off') {
      return;
    }
    this.copy.clear();
    if (this.plan.mayLose) {
      this.given.clear();
      this.#seen.clear();
    }
    this.#apply(list);
    this.#stored.position = list.until;
    this.#stored.greatest = list.until;
    this.givenFrom = list.until;
  }

  async #read(kind: ReadKind, from: string | undefined, crashes: number): Promise<Read | 'too old' | 'cut off'> {
    const { pageSizes = defaultPageSizes, spell = (time) => time } = this.plan;
    const walk: Walk = {
      client: this.name,
      kind,
      from,
      sent: from === undefined ? undefined : spell(from),
      pageSize: () => pageSizes[Math.floor(Math.random() * pageSizes.length)] ?? 50,
      afterPage: async (rows, page) => {
        this.#judge(kind, rows);
        await this.plan.afterPage?.(page);
        return Math.random() < crashes ? 'crash' : 'go on';
      },
    };
    const { read, end } = await readPages(this.#api, this.#history, walk);
    if (end === 'whole') {
      return read;
    }
    if (end === 'crash') {
      this.crashes += 1;
      // Some clients die after they stored a page and before they stored their position.
      if (Math.random() < 0.5) {
        this.#apply(read);
      }
      return 'cut off';
    }
    if (end?.status === 400 && codeOf(end.body) === 'updated_from_too_old' && this.plan.mayBeTooOld) {
      return 'too old';
    }
    if (end !== undefined) {
      const text = `${this.name} reads the ${kind} from ${from}: ${end.status} ${JSON.stringify(end.body)}`;
      this.#history.violate('wrong answer', text);
    }
    return 'cut off';
  }

  /** Judges a row as it comes, whether or not the client stores its read. */
  #judge(kind: ReadKind, rows: readonly Row[]): void {
    for (const row of rows) {
      const known = this.given.get(row.id);
      if (kind === 'list') {
        this.#requireNewer(row);
      } else if (known === undefined) {
        this.given.set(row.id, row);
      } else if (known.at !== row.at || known.recordId !== row.recordId) {
        this.#history.violate(
          'twice',
          `${this.name}: the item ${row.id} of ${known.at} is one of ${row.at}`,
          row.recordId,
        );
      }
      if (row.at > (this.#seen.get(row.recordId) ?? '')) {
        this.#seen.set(row.recordId, row.at);
      }
    }
  }

  /** A list never shows a version of a record that is older than one it has shown. */
  #requireNewer({ recordId, at }: Row): void {
    const seen = this.#seen.get(recordId) ?? '';
    if (at >= seen) {
      return;
    }
    this.#history.violate('stepped back', `${this.name} saw the version of ${seen}, and then that of ${at}`, recordId);
  }

  #apply({ rows }: Read): void {
    for (const { recordId, at, operation } of rows.values()) {
      const held = this.copy.get(recordId);
      if (operation === 'deleted') {
        if (held === undefined || held < at) {
          this.copy.delete(recordId);
        }
      } else if (held === undefined || held < at) {
        this.copy.set(recordId, at);
      }
    }
  }
}

const defaultPageSizes = [3, 17, 200];
