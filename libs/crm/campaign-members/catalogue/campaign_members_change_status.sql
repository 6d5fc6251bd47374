-- Made by changeStatus in src/member-statements.ts.

with written as (
  update tenant.campaign_member record
  set status = :status::text,
    first_responded_on = coalesce(
      record.first_responded_on, case when :status = 'responded' then :at::timestamptz end
    ),
    version = record.version + 1,
    last_modified_on = :at::timestamptz
  where (
      record.campaign_id = :campaignId::uuid
      and (
        record.contact_id = any (:contactIds::uuid[])
        or record.lead_id = any (:leadIds::uuid[])
        or record.customer_id = any (:customerIds::uuid[])
      )
    )
    and row(record.status, record.first_responded_on) is distinct from row(
      :status::text,
      coalesce(record.first_responded_on, case when :status = 'responded' then :at::timestamptz end)
    )
  returning new.id,
    new.version,
    new.last_modified_on,
    to_jsonb(
      array_remove(
        array[
          case when old.status is distinct from new.status then 'status' end,
          case
            when old.first_responded_on is distinct from new.first_responded_on then 'firstRespondedOnUtc'
          end
        ]::text[],
        null
      )
    ) as changes,
    case
      when (
        old.status is distinct from new.status and new.status = 'responded'
      ) then (
        '{"customer":"' || coalesce(
          new.customer_id, (select contact.customer_id from tenant.contact where contact.id = new.contact_id)
        ) || '","name":' || to_json(
          (select campaign.name from tenant.campaign where campaign.id = new.campaign_id)
        )::text || ',"source":"' || new.campaign_id || '"' || ',"values":{' || nullif(
          concat_ws(
            ',',
            case
              when old.status is distinct from new.status then concat(
                '"status":', json_build_array(left(old.status, 200), left(new.status, 200))
              )
            end,
            case
              when old.first_responded_on is distinct from new.first_responded_on then concat(
                '"firstRespondedOnUtc":',
                json_build_array(cell.utc(old.first_responded_on), cell.utc(new.first_responded_on))
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
    id, tenant, resource, record_id, operation, version, occurred_on, actor, changes, details, traceparent
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
    details,
    :traceparent::text
  from written
)
select id
from written;
