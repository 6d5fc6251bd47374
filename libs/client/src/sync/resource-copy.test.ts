import { expect, test } from 'vitest';
import { RapportError } from '../rapport-error.ts';
import type { Rapport } from '../rapport.ts';
import { ResourceCopy } from './resource-copy.ts';
import type { Checkpoint, PageOfCopy, Sink } from './sink.ts';

const at: Checkpoint = {
  copy: 1,
  phase: 'copy',
  cursor: 'c1',
  since: null,
  until: null,
  definitions: '"d"',
  isWhole: false,
};

test('a first list that begins again is another copy, because what it showed may be gone', async () => {
  const { sink, applied } = sinkAt(at);
  await passOf(sink, { refused: ({ cursor }) => (cursor ? 'invalid_cursor' : undefined) });
  expect(applied[0]?.to).toMatchObject({ copy: 2, phase: 'changes' });
});

test('a feed that neither goes on nor begins again is followed by a copy', async () => {
  const { sink, applied } = sinkAt({ ...at, phase: 'changes', since: 'old', isWhole: true });
  const refused = ({ cursor, updatedFrom }: Read) =>
    cursor ? 'invalid_cursor' : updatedFrom === 'old' ? 'updated_from_too_old' : undefined;
  await passOf(sink, { refused });
  expect(applied[0]?.to).toMatchObject({ copy: 2, phase: 'changes' });
});

interface Read {
  readonly cursor?: string;
  readonly updatedFrom?: string;
}

async function passOf(sink: Sink, { refused }: { refused: (read: Read) => string | undefined }): Promise<void> {
  const pages = (read: Read) => ({
    pages: async function* () {
      const code = await Promise.resolve(refused(read));
      if (code !== undefined) {
        throw new RapportError({ code, status: 400, detail: '' });
      }
      yield { data: [], nextCursor: null, syncUntilUtc: 'now' };
    },
  });
  const rapport = { customFields: () => Promise.resolve(null), customers: { list: pages, changes: pages } };
  const { signal } = new AbortController();
  await new ResourceCopy(rapport as unknown as Rapport, sink, 'customers', signal, () => undefined).pass();
}

function sinkAt(stored: Checkpoint): { sink: Sink; applied: Pick<PageOfCopy, 'to'>[] } {
  const applied: Pick<PageOfCopy, 'to'>[] = [];
  const store = (page: Pick<PageOfCopy, 'to'>): Promise<boolean> => Promise.resolve(applied.push(page) > 0);
  return { sink: { read: () => Promise.resolve(stored), apply: store, sweep: store }, applied };
}
