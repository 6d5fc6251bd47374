import type { OperatorAnswer } from './operator-client.ts';

/** The parameters with which a list goes on behind the last item of the page before. */
export interface NextPage {
  readonly after: string | undefined;
  readonly pageSize: number;
}

/**
 * Asks for one page after the other until a page is empty. The next one begins behind this member of the last item. A
 * list of one thing has no page behind it, and answers the thing again.
 */
export async function allPages<A extends OperatorAnswer>(by: string, ask: (next: NextPage) => Promise<A>): Promise<A> {
  const all: Readonly<Record<string, string>>[] = [];
  for (;;) {
    const after = all.at(-1)?.[by];
    const page = await ask({ after, pageSize: 200 });
    if (page.status !== 200) {
      return page;
    }
    // The body of such a list has the list alone.
    const [[name, items]] = Object.entries(page.body ?? {}) as [[string, typeof all]];
    if (items.length === 0 || items.at(-1)?.[by] === after) {
      return { ...page, body: { [name]: all } };
    }
    all.push(...items);
  }
}
