import { pageQuery } from '@rapport/http-contract';
import { idParameter, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { shownMaking, shownWork } from './cell-work.ts';
import { entitlements, planCode } from './plan.ts';
import { shownStates, suspensionReasons } from './states.ts';
import { shownSubscription } from './subscription.ts';

/** A tenant as its owners see it. */
export const ownersView = z
  .object({
    tenantId: z.uuid(),
    organisationName: z.string(),
    state: z.enum(shownStates),
    suspendedFor: z.array(z.enum(suspensionReasons)),
    createdOnUtc: z.iso.datetime(),
    verifyByUtc: z.iso
      .datetime()
      .nullable()
      .describe('When it is suspended unless an owner is verified by then; null once one is.'),
    owners: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string(), isVerified: z.boolean() })),
    provisioning: shownMaking.nullable().describe('Where its making is; null once it is made.'),
    subscription: shownSubscription,
    entitlements,
    use: z.object({
      users: z.int().describe('Active users, invited ones included.'),
      records: z.int().describe('Customers, contacts, leads and opportunities together.'),
    }),
  })
  .meta({ id: 'Tenant' });

export type OwnersView = z.output<typeof ownersView>;

/** A tenant that is deleted has an id, a number and a cell. */
const whileThere = 'null once it is deleted.';

export const operatorsView = ownersView
  .extend({
    organisationName: z.string().nullable().describe(`Its name; ${whileThere}`),
    subscription: shownSubscription.nullable().describe(`Its subscription; ${whileThere}`),
    entitlements: entitlements.nullable().describe(`What it may; ${whileThere}`),
    number: z.int(),
    schema: z.string(),
    cell: z.string(),
    schemaVersion: z.int().nullable().describe('Null where the schema is not made yet, or the cell does not answer.'),
    overrides: entitlements.partial().describe("What the tenant has in place of its plan's values."),
    work: z.array(shownWork).describe('What is still to do for it in its cell.'),
  })
  .meta({ id: 'OperatorTenant' });

export type OperatorsView = z.output<typeof operatorsView>;

export const listedTenant = z
  .object({
    tenantId: z.uuid(),
    number: z.int(),
    organisationName: z.string().nullable().describe(`Its name; ${whileThere}`),
    schema: z.string(),
    cell: z.string(),
    state: z.enum(shownStates),
    planCode: z.string().nullable().describe(`The code of its plan; ${whileThere}`),
    createdOnUtc: z.iso.datetime(),
  })
  .meta({ id: 'ListedTenant' });

export type ListedTenant = z.output<typeof listedTenant>;

/** Which tenants a page of the list has. */
export const tenantFilter = z.object({
  search: requiredText(254)
    .optional()
    .describe("The beginning of the organisation's name, or the e-mail address of a verified owner."),
  state: z.enum(shownStates).optional().describe('The state that is shown of them.'),
  planCode: planCode().optional(),
  cell: requiredText(50).optional().describe('The cell that has them.'),
  after: idParameter().optional().describe('The last id of the page before.'),
  pageSize: pageQuery.shape.pageSize,
});

export type TenantFilter = z.output<typeof tenantFilter>;
