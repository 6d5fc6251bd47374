-- The contact takes the place of the lead, and the customer where there is no contact.
-- Made by mergeMembers in src/conversion-statements.ts.

with written as (
  update tenant.campaign_member record
  set first_responded_on = least(
      record.first_responded_on,
      (
        select first_responded_on
        from tenant.campaign_member lead_row
        where lead_row.campaign_id = record.campaign_id and lead_row.lead_id = :leadId
      )
    ),
    version = record.version + 1,
    last_modified_on = :at::timestamptz
  where (
      (record.contact_id = :contactId::uuid or record.customer_id = :customerId::uuid)
      and (
        select true
        from tenant.campaign_member lead_row
        where lead_row.campaign_id = record.campaign_id and lead_row.lead_id = :leadId::uuid
      ) is not null
    )
    and row(record.first_responded_on) is distinct from row(
      least(
        record.first_responded_on,
        (
          select first_responded_on
          from tenant.campaign_member lead_row
          where lead_row.campaign_id = record.campaign_id and lead_row.lead_id = :leadId
        )
      )
    )
  returning new.id,
    new.version,
    new.last_modified_on,
    to_jsonb(
      array_remove(
        array[
          case
            when old.first_responded_on is distinct from new.first_responded_on then 'firstRespondedOnUtc'
          end
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
