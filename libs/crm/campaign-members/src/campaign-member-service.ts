import { AppError, callerIn, type FieldErrors, type RequestContext } from '@rapport/kernel';
import {
  viewerValues,
  type IdempotencyKey,
  type RecordTransaction,
  type RecordTransactions,
  type Transacted,
} from '@rapport/records';
import { addMembers, changeStatus, deleteMember } from './member-statements.ts';
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
      if (addition.status !== null) {
        await transaction.change(changeStatus, addition);
      }
      await transaction.change(addMembers, { ...addition, status: addition.status ?? 'added' });
      return true as const;
    });
  }

  async delete(context: RequestContext, number: string): Promise<void> {
    await this.#transactions.run(context, {}, async (transaction) => {
      const isNumber = /^[1-9]\d{0,9}$/.test(number) && Number(number) <= numberMax;
      const gone = isNumber ? await transaction.change(deleteMember, { number: Number(number) }) : [];
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
  const viewer = viewerValues(transaction.context);
  const [campaign, ...targets] = await transaction.together([
    missingCampaign.with({ ids: [addition.campaignId], ...viewer }),
    ...memberTargets.map(({ list, missing }) => missing.with({ ids: addition[list], ...viewer })),
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
