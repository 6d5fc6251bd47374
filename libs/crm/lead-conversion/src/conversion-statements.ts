import {
  activities,
  campaignMembers,
  campaigns,
  contacts,
  customers,
  leads,
  opportunities,
} from '@rapport/crm-records';
import { statement } from '@rapport/database';
import { changeMany, deleteMany, theViewer, visibleTo, type RecordDefinition } from '@rapport/records';

/** So many activities and members of a lead can move with it, in one transaction. */
export const relatedMax = 5_000;

const takingPart = [customers, contacts, leads, opportunities];

/** The enabled custom fields of the kinds of records that take part. */
export const findCustomFields = statement(
  'conversion_custom_fields',
  `select resource, key, field_type as "fieldType", options from tenant.custom_field
where resource in (${takingPart.map(({ resource }) => resource.number).join(', ')}) and is_enabled order by resource, display_order`,
);

/** Records that would move with a lead, up to one behind the bound, without the rest of a deleted campaign. */
export const countRelated = statement(
  'conversion_related',
  `select
  (select count(*)::int from (select from tenant.activity where lead_id = :leadId::uuid limit ${relatedMax + 1}) moved) as activities,
  (select count(*)::int from (
    select from tenant.campaign_member member where lead_id = :leadId
      and (select true from tenant.campaign where campaign.id = member.campaign_id) limit ${relatedMax + 1}
  ) moved) as members`,
);

/** Those of the ids that are no active users. */
export const findMissingOwners = statement(
  'conversion_missing_owners',
  `select id from unnest(:ids::uuid[]) as given (id)
where (select true from cell.member where tenant = :tenant and member.id = given.id and is_active) is null`,
);

/** Whether the caller sees the record. */
export const seesCustomer = seeing(customers);
export const seesCampaign = seeing(campaigns);

function seeing(definition: RecordDefinition) {
  const { name, table } = definition.resource;
  const visible = visibleTo(definition, theViewer, 'record');
  return statement(
    `conversion_sees_${name}`,
    `select id from tenant.${table} record where id = :id::uuid and ${visible}`,
    { names: ['scope', 'viewer'] },
  );
}

export const convertLead = changeMany(
  leads,
  { name: 'conversion_lead', where: `record.id = :leadId::uuid and record.status <> 'converted'` },
  {
    status: `'converted'`,
    convertedOnUtc: ':at::timestamptz',
    convertedCustomerId: ':customerId::uuid',
    convertedContactId: ':contactId::uuid',
    convertedOpportunityId: ':opportunityId::uuid',
  },
);

/** An activity keeps what it names already. */
export const moveActivities = changeMany(
  activities,
  { name: 'conversion_activities', where: 'record.lead_id = :leadId::uuid' },
  {
    customerId: 'coalesce(record.customer_id, :customerId::uuid)',
    contactId: 'coalesce(record.contact_id, :contactId::uuid)',
    opportunityId: 'coalesce(record.opportunity_id, :opportunityId::uuid)',
  },
);

const isTarget = '(record.contact_id = :contactId::uuid or record.customer_id = :customerId::uuid)';

/** The contact takes the place of the lead, and the customer where there is no contact. */
export const mergeMembers = changeMany(
  campaignMembers,
  {
    name: 'conversion_merge_members',
    where: `${isTarget} and (select true from tenant.campaign_member lead_row
      where lead_row.campaign_id = record.campaign_id and lead_row.lead_id = :leadId::uuid) is not null`,
  },
  {
    firstRespondedOnUtc: `least(record.first_responded_on, (select first_responded_on from tenant.campaign_member lead_row
      where lead_row.campaign_id = record.campaign_id and lead_row.lead_id = :leadId))`,
  },
);

/** The lead's rows in those campaigns in which the other one is already. */
export const dropMembers = deleteMany(campaignMembers, {
  name: 'conversion_drop_members',
  where: `record.lead_id = :leadId::uuid and exists (select from tenant.campaign_member there
    where there.campaign_id = record.campaign_id and (there.contact_id = :contactId::uuid or there.customer_id = :customerId::uuid))`,
});

export const repointMembers = changeMany(
  campaignMembers,
  { name: 'conversion_repoint_members', where: 'record.lead_id = :leadId::uuid' },
  { leadId: 'null::uuid', contactId: ':contactId::uuid', customerId: ':customerId::uuid' },
);
