-- An activity keeps what it names already.
-- Made by moveActivities in src/conversion-statements.ts.

with written as (
  update tenant.activity record
  set customer_id = coalesce(record.customer_id, :customerId::uuid),
    contact_id = coalesce(record.contact_id, :contactId::uuid),
    opportunity_id = coalesce(record.opportunity_id, :opportunityId::uuid),
    version = record.version + 1,
    last_modified_on = :at::timestamptz
  where (record.lead_id = :leadId::uuid)
    and row(
      record.customer_id, record.contact_id, record.opportunity_id
    ) is distinct from row(
      coalesce(record.customer_id, :customerId::uuid),
      coalesce(record.contact_id, :contactId::uuid),
      coalesce(record.opportunity_id, :opportunityId::uuid)
    )
  returning new.id,
    new.version,
    new.last_modified_on,
    old.owner_user_id as owner_before,
    new.owner_user_id as owner_after,
    old.team_id as team_before,
    new.team_id as team_after,
    to_jsonb(
      array_remove(
        array[
          case when old.customer_id is distinct from new.customer_id then 'customerId' end,
          case when old.contact_id is distinct from new.contact_id then 'contactId' end,
          case when old.opportunity_id is distinct from new.opportunity_id then 'opportunityId' end
        ]::text[],
        null
      )
    ) as changes,
    case
      when old.customer_id is distinct from new.customer_id then (
        '{"customer":"' || new.customer_id || '","name":' || to_json(new.subject)::text || ',"values":{' || nullif(
          concat_ws(
            ',',
            case
              when old.customer_id is distinct from new.customer_id then concat(
                '"customerId":', json_build_array(old.customer_id, new.customer_id)
              )
            end,
            case
              when old.customer_id is distinct from new.customer_id then concat(
                '"activityType":',
                json_build_array(left(old.activity_type, 200), left(new.activity_type, 200))
              )
            end,
            case
              when old.customer_id is distinct from new.customer_id then concat(
                '"description":', json_build_array(left(old.description, 200), left(new.description, 200))
              )
            end,
            case
              when old.customer_id is distinct from new.customer_id then concat(
                '"createdOnUtc":', json_build_array(old.created_on, new.created_on)
              )
            end,
            case
              when old.customer_id is distinct from new.customer_id then concat(
                '"outcome":', json_build_array(left(old.outcome, 200), left(new.outcome, 200))
              )
            end
          ),
          ''
        ) || '}}'
      )::jsonb
    end as details
),
queued as (
  insert into cell.outbox (
    id,
    tenant,
    resource,
    record_id,
    operation,
    version,
    occurred_on,
    owner_before,
    owner_after,
    team_before,
    team_after,
    actor,
    changes,
    details,
    traceparent
  )
  select uuidv7(),
    :tenant,
    5,
    id,
    'updated',
    version,
    last_modified_on,
    owner_before,
    owner_after,
    team_before,
    team_after,
    :actor::uuid,
    changes,
    details,
    :traceparent::text
  from written
)
select id
from written;
