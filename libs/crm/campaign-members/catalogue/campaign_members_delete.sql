-- Made by deleteMember in src/member-statements.ts.

with gone_campaign_member as (
  delete from tenant.campaign_member record
  where (record.number = :number::int)
    and exists (
      select
      from tenant.campaign above_record
      where above_record.id = record.campaign_id
        and case
          :scope::text
          when 'all' then true
          when 'own' then above_record.owner_user_id = :viewer::uuid
          when 'team' then above_record.team_id = :viewer::uuid
        end
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
