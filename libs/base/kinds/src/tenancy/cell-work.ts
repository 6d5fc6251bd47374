import { namedList } from '@rapport/members/fields';
import { z } from 'zod';

/** The kinds of what is brought from control to a cell. */
export const cellWorkKinds = namedList('WorkKind', ['tenant', 'user', 'client', 'role', 'export', 'deletion']);

export type CellWorkKind = (typeof cellWorkKinds)[number];

export const shownMaking = z.object({
  step: z.string(),
  attempts: z.int(),
  failure: z.string().nullable().describe('Why the last try failed; null where none has.'),
});

/** Work as an operator sees it. */
export const shownWork = z
  .object({
    kind: z.enum(cellWorkKinds),
    ...shownMaking.shape,
    nextTryOnUtc: z.iso.datetime().nullable().describe('Null where it rests until an operator retries it.'),
  })
  .meta({ id: 'Work' });

export type ShownWork = z.output<typeof shownWork>;
