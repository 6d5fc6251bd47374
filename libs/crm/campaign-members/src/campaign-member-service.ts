import { AppError, callerIn, type FieldErrors, type RequestContext } from '@rapport/kernel';
import {
  addMany,
  changeMany,
  deleteMany,
  viewerOf,
  type IdempotencyKey,
  type OwnParameters,
  type RecordTransaction,
  type RecordTransactions,
  type Transacted,
} from '@rapport/records';
import { campaignMembers } from '@rapport/crm-records';
import { memberTargets, missingCampaign } from './member-targets.ts';

/** The records that are to be members of a campaign. Ids that stand twice count once. */
export interface Addition {
  readonly campaignId: string;
  readonly contactIds: readonly string[];
  readonly leadIds: readonly string[];
  readonly customerIds: readonly string[];
  /** Also given to members that are there; null leaves those as they are. */
  readonly status: string | null;
}

/** Adds and removes the members of campaigns. */
export class CampaignMemberService {
  readonly #transactions: RecordTransactions;

  constructor(transactions: RecordTransactions) {
    this.#transactions = transactions;
  }

  /** All of them or none. A target that is a member already is not added again. */
  async add(context: RequestContext, addition: Addition, key?: IdempotencyKey): Promise<Transacted<true>> {
    return this.#transactions.run(context, { key }, async (transaction) => {
      await requireVisible(transaction, addition);
      const { campaignId, contactIds, leadIds, customerIds, status } = addition;
      const values = [campaignId, contactIds, leadIds, customerIds];
      if (status !== null) {
        await transaction.change(changeStatus, [...values, status]);
      }
      await transaction.change(addMembers, [...values, status ?? 'added']);
      return true as const;
    });
  }

  async delete(context: RequestContext, number: string): Promise<void> {
    await this.#transactions.run(context, {}, async (transaction) => {
      const isNumber = /^[1-9]\d{0,9}$/.test(number) && Number(number) <= numberMax;
      const gone = isNumber ? await transaction.change(deleteMember, [Number(number)]) : [];
      if (gone.length === 0) {
        throw new AppError('not_found', `There is no such member of a campaign that ${callerIn(context)} may see.`);
      }
      return true;
    });
  }
}

/** The greatest number that 32 bits hold. */
const numberMax = 2_147_483_647;

/** Ids that name nothing are told by their paths, all of them at once. */
async function requireVisible(transaction: RecordTransaction, addition: Addition): Promise<void> {
  const { visibility } = transaction.context;
  const viewer = [visibility.scope, viewerOf(visibility)];
  const [campaign, ...targets] = await transaction.together([
    { statement: missingCampaign, values: [[addition.campaignId], ...viewer] },
    ...memberTargets.map(({ list, missing }) => ({ statement: missing, values: [addition[list], ...viewer] })),
  ]);
  const message = [`There is no such record, or ${callerIn(transaction.context)} may not see it.`];
  const errors: FieldErrors = campaign?.length ? { campaignId: message } : {};
  for (const [index, { list }] of memberTargets.entries()) {
    for (const [position] of targets[index] ?? []) {
      errors[`${list}[${position}]`] = message;
    }
  }
  if (Object.keys(errors).length > 0) {
    throw new AppError(
      'not_found',
      'A campaign or target is not there, or not visible; nothing was added. See errors.',
      {
        errors,
      },
    );
  }
}

/** $1 of its own is the campaign, then the lists in their order, then the status. */
const addMembers = addMany(
  campaignMembers,
  'campaign_members_add',
  ['campaignId', 'contactId', 'leadId', 'customerId', 'status', 'firstRespondedOnUtc'],
  (own) => `select ${own(1)}::uuid as campaign_id, contact_id, lead_id, customer_id, ${own(5)}::text as status,
    case when ${own(5)} = 'responded' then $1::timestamptz end as first_responded_on
  from (${memberTargets.map((_, index) => newTargets(own, index)).join(' union all ')}) as target
    (kind, place, contact_id, lead_id, customer_id)
  order by kind, place`,
);

/** The ids of a list that are no members yet, each once. */
function newTargets(own: OwnParameters, index: number): string {
  const columns = memberTargets.map((_, other) => (other === index ? 'id' : 'null::uuid')).join(', ');
  const column = memberTargets[index]?.column;
  return `select ${index}, min(place), ${columns} from unnest(${own(index + 2)}::uuid[]) with ordinality as given (id, place)
    where (select true from tenant.campaign_member there
      where there.campaign_id = ${own(1)} and there.${column} = given.id) is null
    group by id`;
}

const changeStatus = changeMany(
  campaignMembers,
  {
    name: 'campaign_members_change_status',
    where: (own) => {
      const listed = memberTargets.map(({ column }, index) => `record.${column} = any (${own(index + 2)}::uuid[])`);
      return `record.campaign_id = ${own(1)}::uuid and (${listed.join(' or ')})`;
    },
  },
  (own) => ({
    status: `${own(5)}::text`,
    firstRespondedOnUtc: `coalesce(record.first_responded_on, case when ${own(5)} = 'responded' then $1::timestamptz end)`,
  }),
);

const deleteMember = deleteMany(campaignMembers, {
  name: 'campaign_members_delete',
  where: (own) => `record.number = ${own(1)}::int`,
  ifVisible: true,
});
