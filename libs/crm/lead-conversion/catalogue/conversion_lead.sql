-- Made by convertLead in src/conversion-statements.ts.

with written as (
  update tenant.lead record
  set status = 'converted',
    converted_on = :at::timestamptz,
    converted_customer_id = :customerId::uuid,
    converted_contact_id = :contactId::uuid,
    converted_opportunity_id = :opportunityId::uuid,
    version = record.version + 1,
    last_modified_on = :at::timestamptz
  where (record.id = :leadId::uuid and record.status <> 'converted')
    and row(
      record.status,
      record.converted_on,
      record.converted_customer_id,
      record.converted_contact_id,
      record.converted_opportunity_id
    ) is distinct from row(
      'converted', :at::timestamptz, :customerId::uuid, :contactId::uuid, :opportunityId::uuid
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
          case when old.status is distinct from new.status then 'status' end,
          case when old.converted_on is distinct from new.converted_on then 'convertedOnUtc' end,
          case
            when old.converted_customer_id is distinct from new.converted_customer_id then 'convertedCustomerId'
          end,
          case
            when old.converted_contact_id is distinct from new.converted_contact_id then 'convertedContactId'
          end,
          case
            when old.converted_opportunity_id is distinct from new.converted_opportunity_id then 'convertedOpportunityId'
          end
        ]::text[],
        null
      )
    ) as changes,
    case
      when (
        old.status is distinct from new.status and new.status = 'converted'
      ) then (
        '{"customer":"' || new.converted_customer_id || '","name":' || to_json(new.name)::text || ',"values":{' || nullif(
          concat_ws(
            ',',
            case
              when old.status is distinct from new.status then concat(
                '"status":', json_build_array(left(old.status, 200), left(new.status, 200))
              )
            end,
            case
              when old.converted_on is distinct from new.converted_on then concat(
                '"convertedOnUtc":', json_build_array(cell.utc(old.converted_on), cell.utc(new.converted_on))
              )
            end,
            case
              when old.converted_customer_id is distinct from new.converted_customer_id then concat(
                '"convertedCustomerId":',
                json_build_array(old.converted_customer_id, new.converted_customer_id)
              )
            end,
            case
              when old.converted_contact_id is distinct from new.converted_contact_id then concat(
                '"convertedContactId":', json_build_array(old.converted_contact_id, new.converted_contact_id)
              )
            end,
            case
              when old.converted_opportunity_id is distinct from new.converted_opportunity_id then concat(
                '"convertedOpportunityId":',
                json_build_array(old.converted_opportunity_id, new.converted_opportunity_id)
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
    3,
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
