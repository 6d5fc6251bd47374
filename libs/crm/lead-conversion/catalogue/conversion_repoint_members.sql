-- Made by repointMembers in src/conversion-statements.ts.

with written as (
  update tenant.campaign_member record
  set lead_id = null::uuid,
    contact_id = :contactId::uuid,
    customer_id = :customerId::uuid,
    version = record.version + 1,
    last_modified_on = :at::timestamptz
  where (record.lead_id = :leadId::uuid)
    and row(record.lead_id, record.contact_id, record.customer_id) is distinct from row(null::uuid, :contactId::uuid, :customerId::uuid)
  returning new.id,
    new.version,
    new.last_modified_on,
    to_jsonb(
      array_remove(
        array[
          case when old.lead_id is distinct from new.lead_id then 'leadId' end,
          case when old.contact_id is distinct from new.contact_id then 'contactId' end,
          case when old.customer_id is distinct from new.customer_id then 'customerId' end
        ]::text[],
        null
      )
    ) as changes
),
queued as (
  insert into cell.outbox (
    id, tenant, resource, record_id, operation, version, occurred_on, actor, changes, traceparent
  )
  select uuidv7(),
    :tenant,
    9,
    id,
    'updated',
    version,
    last_modified_on,
    :actor::uuid,
    changes,
    :traceparent::text
  from written
)
select id
from written;
