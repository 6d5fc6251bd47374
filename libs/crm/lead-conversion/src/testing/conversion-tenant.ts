import {
  activities,
  campaignMembers,
  campaigns,
  contacts,
  customers,
  leads,
  opportunities,
} from '@rapport/crm-records';
import { CampaignMemberService } from '@rapport/campaign-members';
import { statement, type Database } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { AppError, newId, type RequestContext, type Visibility } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import {
  addMany,
  RecordStore,
  SteppedRecords,
  RecordTransactions,
  type Columns,
  type RecordDefinition,
  type RecordInput,
} from '@rapport/records';
import type { ConversionRights } from '../conversion-rights.ts';
import type { ConversionRequest } from '../conversion-request.ts';
import { LeadConversion } from '../lead-conversion.ts';

/** May do everything. */
export const allRights: ConversionRights = { has: () => true, require: () => undefined };

/** May do everything but this, and is refused with a text that names it. */
export function without(...lacking: readonly string[]): ConversionRights {
  const has = (permission: string): boolean => !lacking.includes(permission);
  return {
    has,
    require: (permission) => {
      if (!has(permission)) {
        throw new AppError('permission_denied', permission);
      }
    },
  };
}

/** A tenant with the stores from which leads are converted. */
export class ConversionTenant {
  readonly conversion: LeadConversion;
  readonly members: CampaignMemberService;
  readonly stores: ReturnType<typeof storesOf>;
  readonly #database: Database;
  readonly #transactions: RecordTransactions;
  readonly #tenant: RequestContext['tenant'];

  constructor(database: Database, tenant: RequestContext['tenant']) {
    this.stores = storesOf(database);
    this.#database = database;
    this.#tenant = tenant;
    this.#transactions = new RecordTransactions({ database });
    this.members = new CampaignMemberService(this.#transactions);
    this.conversion = new LeadConversion(this.stores, this.#transactions, database);
  }

  static async create(databases: TestDatabases, number: number): Promise<ConversionTenant> {
    await databases.createTenant(number);
    const tenant = { id: newId(), number, cell: 'cell' };
    return new ConversionTenant(databases.connect('rapport_application_api'), tenant);
  }

  /** The tenant in another process. */
  within(database: Database): ConversionTenant {
    return new ConversionTenant(database, this.#tenant);
  }

  caller(visibility?: Visibility): RequestContext {
    return callerOf(this.#tenant, visibility);
  }

  async make<C extends Columns>(
    context: RequestContext,
    store: RecordStore<C>,
    input: NoInfer<RecordInput<C>>,
  ): Promise<string> {
    return JSON.parse((await store.create(context, input)).body) as string;
  }

  async read(context: RequestContext, store: Pick<RecordStore<Columns>, 'get'>, id: string) {
    const { body, encoding } = await store.get(context, id);
    return JSON.parse(Buffer.from(body, encoding).toString()) as Record<string, unknown>;
  }

  /** The changes of the tenant that are in no feed yet, in their order. */
  async changes(context: RequestContext): Promise<{ resource: number; operation: string; recordId: string }[]> {
    return this.#database.tenant(this.#tenant).query(context, findChanges);
  }

  /** Adds activities of the lead, thousands of them at once. */
  async addActivities(context: RequestContext, leadId: string, count: number): Promise<void> {
    await this.#transactions.run(context, {}, (transaction) => transaction.change(addActivities, { leadId, count }));
  }

  async memberRows(context: RequestContext, campaignId: string): Promise<MemberRow[]> {
    return this.#database.tenant(this.#tenant).query(context, findMembers.with({ campaignId }));
  }
}

export interface MemberRow {
  readonly number: number;
  readonly contactId: string | null;
  readonly leadId: string | null;
  readonly customerId: string | null;
  readonly status: string;
  readonly firstRespondedOn: string | null;
}

/** A conversion that makes all three records, however much they look like others. */
export function makingAll(leadId: string): ConversionRequest {
  return {
    leadId,
    targets: { customer: { mode: 'create' }, contact: { mode: 'create' }, opportunity: { mode: 'create' } },
    overwritesExisting: false,
    movesActivities: true,
    skipsDuplicateCheck: true,
  };
}

const findChanges = statement(
  'test_changes',
  `select resource, operation, record_id as "recordId" from cell.outbox where tenant = :tenant order by seq`,
);

const addActivities = addMany(activities, {
  name: 'test_activities',
  members: ['subject', 'leadId'],
  query: `select 'Call ' || n as subject, :leadId::uuid as lead_id from generate_series(1, :count::int) n`,
});

const findMembers = statement(
  'test_members',
  `select number, contact_id as "contactId", lead_id as "leadId", customer_id as "customerId", status,
  first_responded_on as "firstRespondedOn" from tenant.campaign_member where campaign_id = :campaignId order by number`,
);

/** The columns of each kind on the surface of the tests. */
const columnsOf = {
  customers: [
    'code',
    'name',
    'email',
    'phone',
    'taxNumber',
    'website',
    'industry',
    'address',
    'creditLimit',
    'customerType',
    'isActive',
    'tags',
    'parentCustomerId',
  ],
  contacts: ['customerId', 'firstName', 'lastName', 'email', 'phone', 'mobilePhone', 'jobTitle', 'address'],
  opportunities: [
    'name',
    'customerId',
    'contactId',
    'leadId',
    'amount',
    'currency',
    'source',
    'campaignId',
    'description',
    'probability',
  ],
  activities: ['subject', 'leadId', 'customerId', 'contactId', 'opportunityId'],
  campaigns: ['name'],
  leadsShown: [
    'id',
    'ownerUserId',
    'status',
    'firstName',
    'lastName',
    'companyName',
    'email',
    'phone',
    'mobilePhone',
    'jobTitle',
    'website',
    'industry',
    'address',
    'estimatedValue',
    'currency',
    'source',
    'campaignId',
    'description',
    'convertedOnUtc',
    'convertedCustomerId',
    'convertedContactId',
    'convertedOpportunityId',
  ],
  leadsWritten: ['firstName', 'lastName', 'companyName', 'email', 'phone', 'campaignId', 'estimatedValue', 'currency'],
} as const;

function storesOf(database: Database) {
  const needs = { database, all: [customers, contacts, leads, opportunities, activities, campaigns, campaignMembers] };
  const surfaceOf = <C extends Columns>(columns: readonly (keyof C & string)[]) =>
    ({ shows: ['id', 'ownerUserId', ...columns], writes: columns, answers: 'id' }) as const;
  const storeOf = <C extends Columns>(definition: RecordDefinition<C>, columns: readonly (keyof C & string)[]) =>
    new RecordStore(definition, surfaceOf<C>(columns), needs);
  const ofLeads = { shows: columnsOf.leadsShown, writes: columnsOf.leadsWritten, items: [], answers: 'id' } as const;
  const ofDeals = { ...surfaceOf<typeof opportunities.columns>(columnsOf.opportunities), items: [] };
  return {
    customers: storeOf(customers, columnsOf.customers),
    contacts: storeOf(contacts, columnsOf.contacts),
    leads: new SteppedRecords(leads, ofLeads, needs),
    opportunities: new SteppedRecords(opportunities, ofDeals, needs),
    activities: storeOf(activities, columnsOf.activities),
    campaigns: storeOf(campaigns, columnsOf.campaigns),
  };
}
