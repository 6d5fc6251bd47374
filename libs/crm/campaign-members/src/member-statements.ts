import { campaignMembers } from '@rapport/crm-records';
import { memberLists } from '@rapport/kinds';
import { addMany, changeMany, deleteMany } from '@rapport/records';
import { memberTargets, type MemberTarget } from './member-targets.ts';

export const addMembers = addMany(campaignMembers, {
  name: 'campaign_members_add',
  members: ['campaignId', 'contactId', 'leadId', 'customerId', 'status', 'firstRespondedOnUtc'],
  query: `select :campaignId::uuid as campaign_id, contact_id, lead_id, customer_id, :status::text as status,
    case when :status = 'responded' then :at::timestamptz end as first_responded_on
  from (${memberTargets.map(newTargets).join(' union all ')}) as target
    (kind, place, contact_id, lead_id, customer_id)
  order by kind, place`,
  names: memberLists,
});

/** The ids of a list that are no members yet, each once. */
function newTargets({ list, column }: MemberTarget, index: number): string {
  const columns = memberTargets.map((_, other) => (other === index ? 'id' : 'null::uuid')).join(', ');
  return `select ${index}, min(place), ${columns} from unnest(:${list}::uuid[]) with ordinality as given (id, place)
    where (select true from tenant.campaign_member there
      where there.campaign_id = :campaignId and there.${column} = given.id) is null
    group by id`;
}

export const changeStatus = changeMany(
  campaignMembers,
  {
    name: 'campaign_members_change_status',
    where: `record.campaign_id = :campaignId::uuid and (${memberTargets.map(isListed).join(' or ')})`,
    names: memberLists,
  },
  {
    status: ':status::text',
    firstRespondedOnUtc: `coalesce(record.first_responded_on, case when :status = 'responded' then :at::timestamptz end)`,
  },
);

function isListed({ list, column }: MemberTarget): string {
  return `record.${column} = any (:${list}::uuid[])`;
}

export const deleteMember = deleteMany(campaignMembers, {
  name: 'campaign_members_delete',
  where: 'record.number = :number::int',
  ifVisible: true,
});
