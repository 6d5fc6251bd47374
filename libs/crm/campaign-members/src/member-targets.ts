import { campaigns, contacts, customers, leads } from '@rapport/crm-records';
import { statement, type NamedStatement } from '@rapport/database';
import type { memberLists } from '@rapport/kinds';
import { theViewer, visibleTo, type RecordDefinition } from '@rapport/records';

/** A kind of record that can be a member: the list of a request in which its ids stand, and its column. */
export interface MemberTarget {
  readonly list: (typeof memberLists)[number];
  readonly column: string;
  /** Gives the positions, from 0, of those ids that name nothing that the caller sees. */
  readonly missing: MissingStatement;
}

export const memberTargets: readonly MemberTarget[] = [
  { list: 'contactIds', column: 'contact_id', missing: missingStatement(contacts) },
  { list: 'leadIds', column: 'lead_id', missing: missingStatement(leads) },
  { list: 'customerIds', column: 'customer_id', missing: missingStatement(customers) },
];

/** The campaign, likewise, in a list of one. */
export const missingCampaign = missingStatement(campaigns);

type MissingStatement = NamedStatement<'ids' | 'scope' | 'viewer'>;

// Each id is looked up by itself, because a plan that joins them would read all records of the tenant.
function missingStatement(definition: RecordDefinition): MissingStatement {
  const { name, table } = definition.resource;
  const visible = visibleTo(definition, theViewer, 'target');
  return statement(
    `${name}_missing_members`,
    `select (given.place - 1)::int as place from unnest(:ids::uuid[]) with ordinality as given (id, place)
where (select true from tenant.${table} target where target.id = given.id and ${visible}) is null
order by given.place`,
    { names: ['scope', 'viewer'] },
  );
}
