import { activities, campaignMembers, campaigns, customers, leads } from '@rapport/crm-records';
import { statement } from '@rapport/database';
import { changeMany, deleteMany, visibleTo, type OwnParameters, type RecordDefinition } from '@rapport/records';

/** So many activities and members of a lead can move with it, in one transaction. */
export const relatedMax = 5_000;

/** The enabled custom fields of the kinds of records that take part. */
export const findCustomFields = statement(
  'conversion_custom_fields',
  `select resource, key, field_type as "fieldType", options from tenant.custom_field
where resource in (1, 2, 3, 4) and is_enabled order by resource, display_order`,
);

/** Records that would move with a lead, up to one behind the bound, without the rest of a deleted campaign. $1 lead */
export const countRelated = statement(
  'conversion_related',
  `select
  (select count(*)::int from (select from tenant.activity where lead_id = $1::uuid limit ${relatedMax + 1}) moved) as activities,
  (select count(*)::int from (
    select from tenant.campaign_member member where lead_id = $1
      and (select true from tenant.campaign where campaign.id = member.campaign_id) limit ${relatedMax + 1}
  ) moved) as members`,
);

/** Those of $1 that are no active users. */
export const findMissingOwners = statement(
  'conversion_missing_owners',
  `select id from unnest($1::uuid[]) as given (id)
where (select true from cell.member where tenant = :tenant and member.id = given.id and is_active) is null`,
);

/** Whether the caller sees the record. $1 id $2 $3 the viewer */
export const seesCustomer = seeing(customers);
export const seesCampaign = seeing(campaigns);

function seeing(definition: RecordDefinition) {
  const { name, table } = definition.resource;
  const visible = visibleTo(definition, { scope: '$2::text', viewer: '$3::uuid' }, 'record');
  return statement(
    `conversion_sees_${name}`,
    `select id from tenant.${table} record where id = $1::uuid and ${visible}`,
  );
}

/** Its own parameters: the lead, the customer, the contact, the opportunity. */
export const convertLead = changeMany(
  leads,
  { name: 'conversion_lead', where: (own) => `record.id = ${own(1)}::uuid and record.status <> 'converted'` },
  (own) => ({
    status: `'converted'`,
    convertedOnUtc: '$1::timestamptz',
    convertedCustomerId: `${own(2)}::uuid`,
    convertedContactId: `${own(3)}::uuid`,
    convertedOpportunityId: `${own(4)}::uuid`,
  }),
);

/** The parameters are those above. An activity keeps what it names already. */
export const moveActivities = changeMany(
  activities,
  { name: 'conversion_activities', where: (own) => `record.lead_id = ${own(1)}::uuid` },
  (own) => ({
    customerId: `coalesce(record.customer_id, ${own(2)}::uuid)`,
    contactId: `coalesce(record.contact_id, ${own(3)}::uuid)`,
    opportunityId: `coalesce(record.opportunity_id, ${own(4)}::uuid)`,
  }),
);

/** Its own parameters: the lead, the contact that takes its place, and the customer where there is no contact. */
export const mergeMembers = changeMany(
  campaignMembers,
  {
    name: 'conversion_merge_members',
    where: (own) => `${isTarget(own)} and ${ofLead(own, 'record.campaign_id')} is not null`,
  },
  (own) => ({
    firstRespondedOnUtc: `least(record.first_responded_on, (select first_responded_on from tenant.campaign_member lead_row
      where lead_row.campaign_id = record.campaign_id and lead_row.lead_id = ${own(1)}))`,
  }),
);

/** The lead's rows in those campaigns in which the other one is already. */
export const dropMembers = deleteMany(campaignMembers, {
  name: 'conversion_drop_members',
  where: (own) => `record.lead_id = ${own(1)}::uuid and exists (select from tenant.campaign_member there
    where there.campaign_id = record.campaign_id and (there.contact_id = ${own(2)}::uuid or there.customer_id = ${own(3)}::uuid))`,
});

export const repointMembers = changeMany(
  campaignMembers,
  { name: 'conversion_repoint_members', where: (own) => `record.lead_id = ${own(1)}::uuid` },
  (own) => ({ leadId: 'null::uuid', contactId: `${own(2)}::uuid`, customerId: `${own(3)}::uuid` }),
);

function isTarget(own: OwnParameters): string {
  return `(record.contact_id = ${own(2)}::uuid or record.customer_id = ${own(3)}::uuid)`;
}

function ofLead(own: OwnParameters, campaign: string): string {
  return `(select true from tenant.campaign_member lead_row
      where lead_row.campaign_id = ${campaign} and lead_row.lead_id = ${own(1)}::uuid)`;
}
