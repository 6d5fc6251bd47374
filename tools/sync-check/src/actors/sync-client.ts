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
  /** The chance that it dies after a page, and goes on from what it stored. */
  readonly crashes?: number;
  /** How it writes a time that it sends. */
  readonly spell?: (time: string) => string;
  /** What it may see in the end; it may be told that its position is too old while that changes. */
  readonly visibility?: Visibility;
  /** Whether the purge or a change of its view may be told to it; it then takes the whole list and goes on from there. */
  readonly mayBeTooOld?: boolean;
  /** What happens while it has so many pages of a read. */
  readonly afterPage?: (page: number) => Promise<void>;
}

/** What a client has stored: it survives a crash. */
interface Stored {
  position: string | undefined;
  /** The greatest time that it was given. */
  greatest: string;
}

/** A client that keeps a copy of what it may see, and knows nothing but what it was given. */
export class SyncClient {
  readonly name: string;
  readonly plan: ClientPlan;
  /** From each record that it holds to the time of the version that it holds. */
  readonly copy = new Map<string, string>();
  /** Every item that a feed gave it. */
  readonly told = new Map<string, Row>();
  /** From where on it reads the feed without a gap; undefined until the first read has ended. */
  toldFrom: string | undefined;
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
      this.toldFrom ??= read.from ?? '';
    }
    this.#stored.position = goOnFrom(this.plan.goesOn, read.until, this.#stored.greatest);
  }

  /** Told that its position is too old: the whole list, and on from its watermark, as the answer says. */
  async #beginAgain(): Promise<void> {
    this.restarts += 1;
    const list = await this.#read('list', undefined, 0);
    if (list === 'too old' || list === 'cut off') {
      return;
    }
    this.copy.clear();
    this.#apply(list);
    this.#stored.position = list.until;
    this.#stored.greatest = list.until;
    this.toldFrom = list.until;
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
        this.#look(kind, rows);
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
      // Some die after they wrote what they were given, and before they noted how far they were.
      if (Math.random() < 0.5) {
        this.#apply(read);
      }
      return 'cut off';
    }
    if (end?.status === 400 && codeOf(end.body) === 'updated_from_too_old' && this.plan.mayBeTooOld) {
      return 'too old';
    }
    if (end !== undefined) {
      const told = `${this.name} reads the ${kind} from ${from}: ${end.status} ${JSON.stringify(end.body)}`;
      this.#history.violate('wrong answer', told);
    }
    return 'cut off';
  }

  /** What must hold of every row as it comes, whether or not its read is stored. */
  #look(kind: ReadKind, rows: readonly Row[]): void {
    for (const row of rows) {
      const known = this.told.get(row.id);
      if (kind === 'list') {
        this.#lookBack(row);
      } else if (known === undefined) {
        this.told.set(row.id, row);
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

  /** A list shows what a record is: never what it was before something that was shown already. */
  #lookBack({ recordId, at }: Row): void {
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
