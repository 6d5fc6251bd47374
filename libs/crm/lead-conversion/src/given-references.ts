import { callerIn, type FieldErrors } from '@rapport/kernel';
import { noSuchOwner, viewerValues, type RecordTransaction } from '@rapport/records';
import type { ConversionRequest } from './conversion-request.ts';
import { findMissingOwners, seesCampaign, seesCustomer } from './conversion-statements.ts';

/** The members of `values` that name other records, by their paths. Groups are seen by all callers. */
const references: readonly (readonly [
  target: 'customer' | 'opportunity',
  member: string,
  sees: typeof seesCustomer,
])[] = [
  ['customer', 'parentCustomerId', seesCustomer],
  ['opportunity', 'campaignId', seesCampaign],
];

/**
 * The members that name what their caller may not name, or what is not there. Only what the caller itself gives is looked
 * at, and not what is copied from the lead.
 */
export async function wrongReferences(
  transaction: RecordTransaction,
  request: ConversionRequest,
): Promise<FieldErrors> {
  return { ...(await missingOwners(transaction, request)), ...(await unseen(transaction, request)) };
}

async function missingOwners(transaction: RecordTransaction, { ownerUserId, targets }: ConversionRequest) {
  const given = Object.entries(targets).map(([target, asked]) => [
    `${target}.values.ownerUserId`,
    asked?.values?.['ownerUserId'],
  ]);
  const owners = [['ownerUserId', ownerUserId], ...given].filter(([, id]) => typeof id === 'string');
  if (owners.length === 0) {
    return {};
  }
  const rows = await transaction.query<{ id: string }>(findMissingOwners.with({ ids: owners.map(([, id]) => id) }));
  const missing = new Set(rows.map(({ id }) => id));
  const wrong = owners.filter(([, id]) => missing.has(String(id)));
  return Object.fromEntries(wrong.map(([path]) => [path, [noSuchOwner(transaction.context)]])) as FieldErrors;
}

async function unseen(transaction: RecordTransaction, { targets }: ConversionRequest): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const [target, member, sees] of references) {
    const id = targets[target]?.values?.[member];
    if (typeof id === 'string') {
      const found = await transaction.rows(sees.with({ id, ...viewerValues(transaction.context) }));
      if (found.length === 0) {
        errors[`${target}.values.${member}`] = [
          `There is no such record, or ${callerIn(transaction.context)} may not see it.`,
        ];
      }
    }
  }
  return errors;
}
