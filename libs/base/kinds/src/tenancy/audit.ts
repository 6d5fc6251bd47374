import { pageQuery } from '@rapport/http-contract';
import { idParameter, optionalDateTime, requiredText } from '@rapport/members/fields';
import { z } from 'zod';

/** A change, with who made it and why. */
export const auditEntry = z
  .object({
    occurredOnUtc: z.iso.datetime(),
    actor: z.string().describe('`operator:` and the name, `user:` and the id, or `system`.'),
    tenantId: z.uuid().nullable().describe('Null for a change of the platform.'),
    event: z.string(),
    subject: z.string().nullable().describe('What was changed.'),
    details: z.record(z.string(), z.unknown()),
    reason: z.string().nullable().describe('Why, where the operator said so.'),
    traceId: z.string(),
  })
  .meta({ id: 'AuditEntry' });

/** A page of the audit, for operators and owners. */
export const auditPage = z
  .object({ data: z.array(auditEntry), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'AuditPage' });

export type AuditEntry = z.output<typeof auditEntry>;

export type AuditPage = z.output<typeof auditPage>;

export const auditPaging = z.object({
  cursor: z
    .string()
    .optional()
    .meta({ minLength: 1, description: 'The `nextCursor` of the page before, with the same filters.' }),
  pageSize: pageQuery.shape.pageSize,
});

export const auditFilter = z.object({
  actor: requiredText(300)
    .optional()
    .describe('Who changed it: `operator:` and the name, `user:` and the id, or `system`.'),
  event: requiredText(100).optional().describe('What happened, such as `tenant.suspended`.'),
  from: optionalDateTime(undefined, 'From this time on.'),
  to: optionalDateTime(undefined, 'Before this time.'),
  tenantId: idParameter().optional(),
});

export type AuditFilter = Partial<z.output<typeof auditFilter>>;

export type AuditPaging = z.output<typeof auditPaging>;
