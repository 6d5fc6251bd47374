import { statement } from '@rapport/database';
import { lives } from '@rapport/kernel';
import { recordRules, timelineEnd } from '@rapport/records';

/** The due rows of a tenant, for each resource that has a feed. */
export interface DueRow {
  readonly resource: number;
  readonly feed: boolean;
  readonly marks: boolean;
  readonly keys: boolean;
  readonly timelines: boolean;
  readonly items: boolean;
  readonly files: boolean;
}

const keptSince = (days: string): string => `now() - ${days} * interval '1 day'`;
const keysKeptSince = `now() - interval '${lives.idempotencyKey}'`;
const isAny = (rows: string): string => `coalesce((select true ${rows} limit 1), false)`;

const items = (days: string): string =>
  `tenant.timeline where item_type <> '${timelineEnd}' and occurred_on < ${keptSince(days)}`;
const files = 'tenant.marketing_file where kept_until < now()';

/** The last items of the timelines of deleted customers. */
const endedTimelines = `tenant.timeline ended where ended.item_type = '${timelineEnd}'`;

export const purgeStatements = {
  /**
   * Whether anything is due, so that most tenants cost one statement. With `exists` the planner, which expects many
   * resources, would read all into a hash.
   */
  purgeDue: statement(
    'purge_due',
    `select feed_floor.resource,
  ${isAny(`from tenant.change_feed
    where change_feed.resource = feed_floor.resource and occurred_on < ${keptSince(':feedDays::int')}`)} as feed,
  ${isAny(`from tenant.external_id
    where external_id.resource = feed_floor.resource and deleted_on <= feed_floor.purged_to`)} as marks,
  ${isAny(`from tenant.idempotency_key where created_on < ${keysKeptSince}`)} as keys,
  ${isAny(`from ${endedTimelines}`)} as timelines,
  ${isAny(`from ${items(':timelineDays::int')}`)} as items,
  ${isAny(`from ${files}`)} as files
from tenant.feed_floor`,
    { names: ['feedDays', 'timelineDays'] },
  ),

  /**
   * One chunk of a resource's feed; items of one stamp go together, so it may be more. The newest item stays, so no
   * watermark goes back, and the floor rises with the purged items, so a read from below it is refused.
   */
  purgeFeed: statement(
    'purge_feed',
    `with newest as materialized (
  select occurred_on from tenant.change_feed where resource = :resource::smallint order by occurred_on desc, id desc limit 1
),
gone as (
  delete from tenant.change_feed using newest
  where resource = :resource and change_feed.occurred_on < ${keptSince(':feedDays::int')}
    and change_feed.occurred_on < newest.occurred_on and change_feed.occurred_on <= (
      select max(chunk.occurred_on) from (
        select occurred_on from tenant.change_feed where resource = :resource order by occurred_on, id limit :rowsMax::int
      ) chunk)
  returning change_feed.occurred_on
),
raised as (
  update tenant.feed_floor set purged_to = greatest(feed_floor.purged_to, reached.at)
  from (select max(gone.occurred_on) as at from gone) reached where feed_floor.resource = :resource and reached.at is not null
)
select count(*)::int as purged from gone`,
    { names: ['feedDays'] },
  ),

  /**
   * One chunk of the external ids of deleted records whose last item is purged; those of one stamp go together. A chunk
   * is bounded by its last time. For a large tenant a join would be planned as a join with all external ids.
   */
  forgetExternalIds: statement(
    'purge_external_ids',
    `with gone as (
  delete from tenant.external_id
  where resource = :resource::smallint and deleted_on <= (
    select max(chunk.deleted_on) from (
      select deleted_on from tenant.external_id
      where resource = :resource and deleted_on <= (select purged_to from tenant.feed_floor where resource = :resource)
      order by deleted_on limit :rowsMax::int
    ) chunk)
  returning record_id
)
select count(*)::int as purged from gone`,
  ),

  /** One chunk of the idempotency keys that are older than a day; those of one stamp go together. */
  purgeKeys: statement(
    'purge_keys',
    `with gone as (
  delete from tenant.idempotency_key
  where created_on <= (
    select max(chunk.created_on) from (
      select created_on from tenant.idempotency_key where created_on < ${keysKeptSince} order by created_on
        limit :rowsMax::int
    ) chunk)
  returning key
)
select count(*)::int as purged from gone`,
  ),

  /**
   * One chunk of the timelines of deleted customers. The last item stays for an hour, because a mover that saw the
   * customer may write an item after this statement has looked.
   */
  purgeTimelines: statement(
    'purge_timelines',
    `with gone as (
  delete from tenant.timeline where ctid = any (array(
    select item.ctid from (select ended.customer_id from ${endedTimelines}) ended cross join lateral (
      select timeline.ctid from tenant.timeline
      where timeline.customer_id = ended.customer_id
        and (item_type <> '${timelineEnd}' or occurred_on < now() - interval '1 hour')
      order by timeline.customer_id, occurred_on, id limit :rowsMax::int
    ) item limit :rowsMax
  )) returning id
)
select count(*)::int as purged from gone`,
  ),

  /** One chunk of the items of timelines that are older than they are kept. Last items go as above. */
  purgeItems: statement(
    'purge_items',
    `with gone as (
  delete from tenant.timeline where ctid = any (array(
    select ctid from ${items(':timelineDays::int')} order by occurred_on limit :rowsMax::int
  )) returning id
)
select count(*)::int as purged from gone`,
    { names: ['timelineDays'] },
  ),

  /**
   * One chunk of the files of marketing e-mails whose time has come and that no mail which may still be sent needs as
   * template. It runs behind the tenant's lock, so none comes to need one meanwhile.
   */
  purgeFiles: statement(
    'purge_files',
    `with gone as (
  delete from tenant.marketing_file where ctid = any (array(
    select ctid from ${files} and not exists (
      select from tenant.marketing_email where template_id = mail_id and status not in ('sent', 'cancelled'))
    order by kept_until limit :rowsMax::int
  )) returning octet_length(content) as bytes
),
freed as (
  update tenant.marketing_storage set file_bytes = file_bytes - (select sum(bytes) from gone) where exists (select from gone)
)
select count(*)::int as purged from gone`,
  ),
  takeLock: statement('purge_lock', `select ${recordRules.stamp('1')}`),
};
