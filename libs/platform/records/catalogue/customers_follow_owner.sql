-- One chunk: the owner's records behind a position, in the order of the owner's index, until enough are moved or
-- scanned. A moved record comes again at the end of that order, as does a record that another caller changes meanwhile,
-- so all are in the right team when the end is reached. A record that refers to others than in the snapshot is left
-- until it comes again. Without the position each chunk would step over the dead rows that the chunks before it left in
-- the index.
-- Made by followStatement in src/people/follow-owner.ts.

with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock', 1) as at),
team as materialized (select cell.team_of(:tenant, :userId::uuid, stamped.at) as id from stamped),
chunk as materialized (
  select *
  from (
    select *,
      team_id is distinct from (select team.id from team) as moves,
      row_number() over (order by owner_user_id, last_modified_on, id) as place
    from (
      select owner_user_id, last_modified_on, id, team_id
      from tenant.customer
      where (owner_user_id, last_modified_on, id) > (:userId, :lastTime::timestamptz, :lastId::uuid)
        and (owner_user_id, last_modified_on) <= (:userId, timestamptz 'infinity')
      order by owner_user_id, last_modified_on, id limit :scannedMax::int
    ) ahead
  ) numbered
  where moves or place = :scannedMax
  order by owner_user_id, last_modified_on, id limit :movedMax::int
),
written as (
  update tenant.customer record
  set team_id = team.id, version = record.version + 1, last_modified_on = stamped.at
  from stamped, team
  where record.id = any (array(select chunk.id from chunk where moves))
    and record.owner_user_id is not distinct from :userId
    and record.team_id is distinct from team.id
  returning new.id,
    new.version,
    new.last_modified_on,
    old.owner_user_id as owner_before,
    new.owner_user_id as owner_after,
    old.team_id as team_before,
    new.team_id as team_after,
    to_jsonb(array_remove(array[]::text[], null)) as changes
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
    traceparent
  )
  select uuidv7(),
    :tenant,
    1,
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
    :traceparent::text
  from written
),
fanned as (
  insert into cell.fan_out as open (tenant, resource, record_id, since)
  select :tenant, 1, id, last_modified_on
  from written on conflict (tenant, resource, record_id) do update set since = greatest(open.since, excluded.since)
)
select last_modified_on, id, place = :scannedMax, moves and id not in (select written.id from written)
from chunk
order by owner_user_id, last_modified_on, id;
