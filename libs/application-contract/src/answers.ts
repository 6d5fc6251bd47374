import { z } from 'zod';

/** The id of what was made or changed. */
export const guid = z.uuid().meta({ id: 'Guid' });

/** The code of what was made or changed. */
export const codeText = z.string().meta({ id: 'String' });

/** It is done, or was so already. */
export const done = z.literal(true).meta({ id: 'Boolean', type: 'boolean' });

export const etagHeader = z.object({
  etag: z.string().describe('Names this version for `If-Match`.'),
});

export const createdHeaders = etagHeader.extend({
  etag: etagHeader.shape.etag.optional(),
  'idempotency-replayed': z.literal('true').optional().describe('There where the answer is a stored one.'),
});
