import type { Members, ResourceName } from '@rapport/testbed/model';
import type { Answer } from './ask.ts';
import type { Party } from './world.ts';

interface Page {
  readonly data: readonly Members[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}

/** A client's copy of a resource: a list in the beginning, and from then on list and feed from its last watermark. */
export class Copy {
  readonly party: Party;
  readonly resource: ResourceName;
  readonly records: Map<string, Members>;
  /** Which of the client's views the copy is of. */
  readonly views: number;
  #until: string;

  private constructor(party: Party, resource: ResourceName, { rows, until }: Read) {
    this.party = party;
    this.resource = resource;
    this.views = party.views;
    this.records = new Map(rows.map((row) => [row['id'] as string, row]));
    this.#until = until;
  }

  static async begin(party: Party, resource: ResourceName): Promise<Copy> {
    const read = await readAll(party, resource);
    if ('status' in read) {
      throw new Error(`the list of ${resource} was answered ${read.status} ${JSON.stringify(read.body)}`);
    }
    return new Copy(party, resource, read);
  }

  /** Brings the copy up to date. The refusal, where there is one. */
  async goOn(): Promise<Answer | undefined> {
    const list = await readAll(this.party, this.resource, this.#until);
    if ('status' in list) {
      return list;
    }
    const feed = await readAll(this.party, `changes/${this.resource}`, this.#until);
    if ('status' in feed) {
      return feed;
    }
    for (const row of list.rows) {
      this.records.set(row['id'] as string, row);
    }
    // The list was read first: what it shows and a later item takes away is gone.
    const newest = new Map(feed.rows.map(({ entityId, operation }) => [entityId as string, operation]));
    for (const [id, operation] of newest) {
      if (operation === 'deleted') {
        this.records.delete(id);
      }
    }
    this.#until = list.until;
    return undefined;
  }
}

interface Read {
  readonly rows: readonly Members[];
  readonly until: string;
}

/** All pages of a read, or the answer that was none. */
async function readAll(party: Party, path: string, from?: string): Promise<Read | Answer> {
  const rows: Members[] = [];
  for (let cursor: string | null = null; ;) {
    const query = new URLSearchParams({
      pageSize: '7',
      ...(from !== undefined && { updatedFrom: from }),
      ...(cursor !== null && { cursor }),
    });
    const answer: Answer = await party.send('GET', `${path}?${query.toString()}`);
    if (answer.status !== 200) {
      return answer;
    }
    // The public API keeps to its contract; that is tested elsewhere.
    const page = answer.body as unknown as Page;
    rows.push(...page.data);
    cursor = page.nextCursor;
    if (cursor === null) {
      return { rows, until: page.syncUntilUtc };
    }
  }
}
