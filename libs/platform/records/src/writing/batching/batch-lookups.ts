import type { RecordTransaction } from '../../transacting/record-transaction.ts';
import { viewerValues } from '../../showing/visibility.ts';
import { takenIn, type CodeStatements, type FreeCode, type TakenCode } from '../body/codes.ts';
import { noFreeCode } from '../body/refusals.ts';
import { definitionsIn, holdersIn, type BatchStatements, type Holder } from './batch-statements.ts';

/**
 * A batch's view of what is stored, read behind the tenant's lock: no other writer changes it before the batch ends,
 * and the batch notes what it changes itself.
 */
export class BatchLookups {
  readonly #transaction: RecordTransaction;
  readonly #statements: BatchStatements;
  readonly #codeStatements: CodeStatements | null;
  #holders = new Map<string, Holder>();
  readonly #folded = new Map<string, string>();
  readonly #codes = new Map<string, string | null>();
  #free: string[] = [];
  /** The records that the caller has written in this batch, and those that have codes and that it may see. */
  readonly #shown = new Set<string>();
  #hasLookedForShown = false;
  #codesMayBeFree = false;

  constructor(transaction: RecordTransaction, statements: BatchStatements, codes: CodeStatements | null) {
    this.#transaction = transaction;
    this.#statements = statements;
    this.#codeStatements = codes;
  }

  /** Reads who holds the external ids and who has the codes, and gives the number of the definitions. */
  async read(externalIds: readonly string[], codes: readonly string[]): Promise<number> {
    const { holders, definitions } = this.#statements;
    const { context } = this.#transaction;
    const client = context.actor.clientId;
    const [numbers = [], held = [], taken = []] = await this.#transaction.together([
      definitions,
      holders.with({ externalIds, client, ...viewerValues(context) }),
      ...(this.#codeStatements ? [this.#codeStatements.taken.with({ codes })] : []),
    ]);
    this.#holders = new Map(holdersIn(held));
    this.#noteCodes(takenIn(taken));
    return definitionsIn(numbers);
  }

  holderOf(externalId: string | null): Holder | undefined {
    return externalId === null ? undefined : this.#holders.get(externalId);
  }

  /** The code in the form in which codes are compared. */
  foldedOf(code: string): string {
    return this.#folded.get(code) ?? code;
  }

  /** Whether another record than this one has the code. */
  async isTaken(code: string, id: string | null): Promise<boolean> {
    const known = this.#codes.get(this.foldedOf(code)) ?? null;
    if (known === null || known === id || !this.#codesMayBeFree || !this.#codeStatements) {
      return known !== null && known !== id;
    }
    // An item of this batch may have given the record that had the code another one.
    this.#noteCodes(takenIn(await this.#transaction.rows(this.#codeStatements.taken.with({ codes: [code] }))));
    const holder = this.#codes.get(this.foldedOf(code)) ?? null;
    return holder !== null && holder !== id;
  }

  /** The record that has the code, where the caller may see it. The first refused item of a batch looks for all of them. */
  async shownHolderOf(code: string): Promise<string | undefined> {
    if (this.#codeStatements && !this.#hasLookedForShown) {
      this.#hasLookedForShown = true;
      const ids = [...this.#codes.values()].filter((id) => id !== null);
      const seen = this.#codeStatements.shown.with({ ids, ...viewerValues(this.#transaction.context) });
      const shown = await this.#transaction.query<{ id: string }>(seen);
      shown.forEach(({ id }) => this.#shown.add(id));
    }
    const holder = this.#codes.get(this.foldedOf(code));
    return holder && this.#shown.has(holder) ? holder : undefined;
  }

  /** Counts codes up until there are as many free ones, which no item of the batch names. */
  async reserveCodes(count: number): Promise<void> {
    for (let attempt = 0; this.#codeStatements && this.#free.length < count; attempt += 1) {
      if (attempt === attemptsMax) {
        throw noFreeCode();
      }
      const next = this.#codeStatements.free.with({ count: count - this.#free.length });
      const free = await this.#transaction.query<FreeCode>(next);
      this.#free.push(...free.flatMap(({ code }) => (this.#codes.has(code.toLowerCase()) ? [] : [code])));
    }
  }

  nextCode(): string | undefined {
    return this.#free.shift();
  }

  /** Notes what a written item changed. */
  note(
    id: string,
    { externalId, code, wasThere }: { externalId: string | null; code: string | null; wasThere: boolean },
  ): void {
    this.#shown.add(id);
    if (externalId !== null) {
      this.#holders.set(externalId, { id });
    }
    if (code !== null) {
      this.#codes.set(this.foldedOf(code), id);
      this.#codesMayBeFree ||= wasThere;
    }
  }

  #noteCodes(taken: readonly TakenCode[]): void {
    for (const { code, folded, holder } of taken) {
      this.#folded.set(code, folded);
      this.#codes.set(folded, holder);
    }
  }
}

const attemptsMax = 100;
