import { plainDto } from '@rapport/http-contract';
import { z } from 'zod';

/** The id of what was made or changed. */
export const guid = plainDto('Guid', z.uuid());

/** The code of what was made or changed. */
export const codeText = plainDto('String', z.string());

/** It is done, or was so already. */
export const done = plainDto('Boolean', z.literal(true).meta({ type: 'boolean' }));

export const etagHeader = z.object({
  etag: z.string().describe('Names this version for `If-Match`.'),
});

export const createdHeaders = etagHeader.extend({
  etag: etagHeader.shape.etag.optional(),
  'idempotency-replayed': z.literal('true').optional().describe('There where the answer is a stored one.'),
});
