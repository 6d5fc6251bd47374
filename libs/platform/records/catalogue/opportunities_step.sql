-- No row: the record is not there, or not visible. `done`: it is in the state now. `same`: it was, and nothing was
-- written. `frozen`, `refused`, `forbidden` without the permission, `unreasoned` without a reason: nothing was done.
-- `again`: the record changed while the statement waited for the lock, and nothing was done: it must run again.
-- Made by stepStatement in src/writing/stepping/step-statement.ts.

with before as materialized (
  select record.version,
    record.stage as was,
    case
      when record.stage = :state::text then 'same'
      when false then 'frozen'
      when not (
        (record.stage, :state::text) in (
          ('prospecting', 'qualification'),
          ('prospecting', 'proposal'),
          ('prospecting', 'negotiation'),
          ('prospecting', 'closedWon'),
          ('prospecting', 'closedLost'),
          ('qualification', 'prospecting'),
          ('qualification', 'proposal'),
          ('qualification', 'negotiation'),
          ('qualification', 'closedWon'),
          ('qualification', 'closedLost'),
          ('proposal', 'prospecting'),
          ('proposal', 'qualification'),
          ('proposal', 'negotiation'),
          ('proposal', 'closedWon'),
          ('proposal', 'closedLost'),
          ('negotiation', 'prospecting'),
          ('negotiation', 'qualification'),
          ('negotiation', 'proposal'),
          ('negotiation', 'closedWon'),
          ('negotiation', 'closedLost'),
          ('closedWon', 'prospecting'),
          ('closedWon', 'qualification'),
          ('closedWon', 'proposal'),
          ('closedWon', 'negotiation'),
          ('closedLost', 'prospecting'),
          ('closedLost', 'qualification'),
          ('closedLost', 'proposal'),
          ('closedLost', 'negotiation')
        )
      ) then 'refused'
      when record.stage in ('closedWon', 'closedLost')
        and :state::text in ('prospecting', 'qualification', 'proposal', 'negotiation')
        and not :isPermitted::boolean then 'forbidden'
      when not (
        (not :state::text in ('closedLost') or coalesce(:reason::text, record.lost_reason) is not null)
      ) then 'unreasoned'
      else 'done'
    end as verdict
  from tenant.opportunity record
  where id = :id::uuid
    and case
      :scope::text
      when 'all' then true
      when 'own' then record.owner_user_id = :viewer::uuid
      when 'team' then record.team_id = :viewer::uuid
    end
),
stamped as materialized (
  select cell.stamp(:tenant, 'tenant.clock', 1) as at, version from before where verdict = 'done'
),
written as (
  update tenant.opportunity record
  set stage = :state::text,
    probability = case
      :state::text
      when 'prospecting' then 10
      when 'qualification' then 20
      when 'proposal' then 50
      when 'negotiation' then 80
      when 'closedWon' then 100
      when 'closedLost' then 0
      else record.probability
    end,
    closed_on = case
      :state::text
      when 'prospecting' then null
      when 'qualification' then null
      when 'proposal' then null
      when 'negotiation' then null
      when 'closedWon' then stamped.at
      when 'closedLost' then stamped.at
      else record.closed_on
    end,
    lost_reason = case
      when :state::text in ('closedLost') and :reason::text is not null then :reason::text
      else record.lost_reason
    end,
    customer_name = (
      select source.name
      from tenant.customer source
      where source.id = record.customer_id and stamped.at is not null
      for share of source
    ),
    contact_name = (
      select source.name
      from tenant.contact source
      where source.id = record.contact_id and stamped.at is not null
      for share of source
    ),
    lead_name = (
      select source.name
      from tenant.lead source
      where source.id = record.lead_id and stamped.at is not null
      for share of source
    ),
    version = record.version + 1,
    last_modified_on = stamped.at
  from stamped
  where record.id = :id::uuid and record.version = stamped.version
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
          case when old.stage is distinct from new.stage then 'stage' end,
          case when old.probability is distinct from new.probability then 'probability' end,
          case when old.closed_on is distinct from new.closed_on then 'closedOnUtc' end,
          case when old.lost_reason is distinct from new.lost_reason then 'lostReason' end,
          case when old.customer_name is distinct from new.customer_name then 'customerName' end,
          case when old.contact_name is distinct from new.contact_name then 'contactName' end,
          case when old.lead_name is distinct from new.lead_name then 'leadName' end
        ]::text[],
        null
      )
    ) as changes,
    case
      when old.stage is distinct from new.stage then (
        '{"customer":"' || new.customer_id || '","name":' || to_json(new.name)::text || ',"values":{' || nullif(
          concat_ws(
            ',',
            case
              when old.stage is distinct from new.stage then concat(
                '"stage":', json_build_array(left(old.stage, 200), left(new.stage, 200))
              )
            end,
            case
              when old.probability is distinct from new.probability then concat(
                '"probability":', json_build_array(old.probability, new.probability)
              )
            end,
            case
              when old.closed_on is distinct from new.closed_on then concat(
                '"closedOnUtc":', json_build_array(cell.utc(old.closed_on), cell.utc(new.closed_on))
              )
            end,
            case
              when old.lost_reason is distinct from new.lost_reason then concat(
                '"lostReason":', json_build_array(left(old.lost_reason, 200), left(new.lost_reason, 200))
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
    4,
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
select case when verdict = 'done' and written.id is null then 'again' else verdict end as outcome, was
from before
left join written on true;
