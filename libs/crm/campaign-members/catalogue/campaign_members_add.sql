-- Made by addMembers in src/member-statements.ts.

with added as materialized (
  select :campaignId::uuid as campaign_id,
    contact_id,
    lead_id,
    customer_id,
    :status::text as status,
    case when :status = 'responded' then :at::timestamptz end as first_responded_on
  from (
    select 0, min(place), id, null::uuid, null::uuid
    from unnest(:contactIds::uuid[]) with ordinality as given (id, place)
    where (
      select true
      from tenant.campaign_member there
      where there.campaign_id = :campaignId and there.contact_id = given.id
    ) is null group by id
    union all select 1, min(place), null::uuid, id, null::uuid
    from unnest(:leadIds::uuid[]) with ordinality as given (id, place)
    where (
      select true
      from tenant.campaign_member there
      where there.campaign_id = :campaignId and there.lead_id = given.id
    ) is null group by id
    union all select 2, min(place), null::uuid, null::uuid, id
    from unnest(:customerIds::uuid[]) with ordinality as given (id, place)
    where (
      select true
      from tenant.campaign_member there
      where there.campaign_id = :campaignId and there.customer_id = given.id
    ) is null group by id
  ) as target (kind, place, contact_id, lead_id, customer_id)
  order by kind, place
),
written as (
  insert into tenant.campaign_member (
    id,
    campaign_id,
    contact_id,
    lead_id,
    customer_id,
    status,
    first_responded_on,
    version,
    created_on,
    last_modified_on
  )
  select uuidv7(),
    campaign_id,
    contact_id,
    lead_id,
    customer_id,
    status,
    first_responded_on,
    1,
    :at::timestamptz,
    :at::timestamptz
  from added
  returning *
),
queued as (
  insert into cell.outbox (
    id, tenant, resource, record_id, operation, version, occurred_on, actor, details, traceparent
  )
  select uuidv7(),
    :tenant,
    9,
    id,
    'created',
    version,
    last_modified_on,
    :actor::uuid,
    (
      '{"customer":"' || coalesce(
        written.customer_id,
        (select contact.customer_id from tenant.contact where contact.id = written.contact_id)
      ) || '","name":' || to_json(
        (select campaign.name from tenant.campaign where campaign.id = written.campaign_id)
      )::text || ',"source":"' || written.campaign_id || '"' || ',"values":{}}'
    )::jsonb,
    :traceparent::text
  from written
)
select id
from written;
