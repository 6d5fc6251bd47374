/** A page of a list, or of a feed of changes. */
export interface Page<Item> {
  readonly data: readonly Item[];
  /** The watermark of the read, the same on each page; lists of users have none. */
  readonly syncUntilUtc?: string;
  /** The cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** A read page by page: it gives one item after the other, or pages. Each `for await` begins a read of its own. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | null) => Promise<Page<Item>>;

  constructor(read: (cursor: string | null) => Promise<Page<Item>>) {
    this.#read = read;
  }

  async *pages(): AsyncGenerator<Page<Item>, void, void> {
    let cursor: string | null = null;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for await (const { data } of this.pages()) {
      yield* data;
    }
  }
}
