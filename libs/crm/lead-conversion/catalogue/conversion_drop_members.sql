-- The lead's rows in those campaigns in which the other one is already.
-- Made by dropMembers in src/conversion-statements.ts.

with gone_campaign_member as (
  delete from tenant.campaign_member record
  where (
    record.lead_id = :leadId::uuid
    and exists (
      select
      from tenant.campaign_member there
      where there.campaign_id = record.campaign_id
        and (there.contact_id = :contactId::uuid or there.customer_id = :customerId::uuid)
    )
  )
  returning record.id, record.version + 1 as version, :at::timestamptz as last_modified_on
),
queued_campaign_member as (
  insert into cell.outbox (
    id, tenant, resource, record_id, operation, version, occurred_on, actor, traceparent
  )
  select uuidv7(), :tenant, 9, id, 'deleted', version, last_modified_on, :actor::uuid, :traceparent::text
  from gone_campaign_member
)
select id
from gone_campaign_member;
