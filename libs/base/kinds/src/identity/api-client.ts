import { dateTime } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { z } from 'zod';

export const tokenEvents = namedList('TokenEvent', [
  'token.issued',
  'token.denied',
  'token.rate_limited',
  'token.revoked',
]);

/** The events of API clients, of their secrets and of their tokens. */
export const clientEvents = namedList('ApiClientEvent', [
  'client.created',
  'client.updated',
  'client.enabled',
  'client.disabled',
  'secret.rotated',
  'secret.revoked',
  ...tokenEvents,
]);

/** A secret as operators see it. */
export const liveSecret = z
  .object({
    id: z.uuid(),
    hint: z.string(),
    createdOnUtc: z.iso.datetime(),
    expiresOnUtc: z.iso.datetime().nullable(),
    lastUsedOnUtc: z.iso.datetime().nullable(),
  })
  .meta({ id: 'LiveSecret' });

export type LiveSecret = z.output<typeof liveSecret>;

/** An event of the tokens of a client, as operators see it. */
export const tokenAuditEntry = z
  .object({
    atUtc: z.iso.datetime(),
    event: z.enum(tokenEvents),
    count: z.int(),
    reason: z.string().nullable(),
    secretId: z.uuid().nullable(),
    runAsUserId: z.uuid().nullable(),
    actor: z.string().nullable(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    jti: z.uuid().nullable(),
    tokenDigest: z.string().nullable(),
    traceId: z.string(),
  })
  .meta({ id: 'TokenAuditEntry' });

export type TokenAuditEntry = z.output<typeof tokenAuditEntry>;

/** An event of a client, its secrets or its tokens, as the people of its tenant see it. */
export const clientAuditItem = z
  .object({
    occurredOnUtc: dateTime(),
    clientId: z.string(),
    event: z.enum(clientEvents),
    reason: z.string().nullable(),
    secretId: z.uuid().nullable(),
    count: z.int().describe('Refusals of one kind in a minute are one item.'),
    actorUserId: z.uuid().nullable(),
    actorName: z.string().nullable(),
    ipAddress: z.string().nullable(),
    traceId: z.string(),
  })
  .meta({ id: 'SearchApiClientAuditDto' });

export type ClientAuditItem = z.output<typeof clientAuditItem>;
