-- What a change of people or tenants still has to do in a cell. The row is written with the change and removed when all is done, so that a
-- crash at any step is resumed. `step` is the one that comes next, null for the first. `attempts` and `failure` are of that step. While a
-- process holds the work, `held_by` is its hold, and `next_try_on` is when the hold ends. Work without a next try rests until an operator
-- retries it.
create table control.cell_work (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  kind text not null check (kind in ('tenant', 'user', 'client', 'role', 'export', 'deletion')),
  principal_id uuid not null,
  step text,
  attempts int not null default 0,
  failure text,
  held_by uuid,
  created_on timestamptz not null default clock_timestamp(),
  next_try_on timestamptz default clock_timestamp(),
  check (next_try_on is not null or held_by is null)
);
create index cell_work_next on control.cell_work (next_try_on, id);
create index cell_work_tenant on control.cell_work (tenant_id);
create index cell_work_failing on control.cell_work (kind) where failure is not null;

grant select, insert, update (step, attempts, failure, held_by, next_try_on), delete on control.cell_work to rapport_application_api;
grant select, insert, update, delete on control.cell_work to rapport_subscription_service;

-- A number of a view or an epoch of tokens above those that were given and forgotten: at least the seconds since 2023, of which less than one
-- was given in each. So a control that forgot a recovery gives none of its numbers again.
create function control.later_number(number int) returns int language sql volatile
return greatest(number + 1, (date_part('epoch', clock_timestamp()) - 1700000000)::int);

-- Raises every version and every number of a view above those that were given and forgotten, for the tenants of one cell or of all, and
-- brings their people and clients to the cell anew. So each client is asked once to list in full. A tenant that is being deleted has nothing in
-- the cell any more to which its people could be brought.
create procedure control.renew_views(of_cell text) language sql as $$
  update control.tenant set version = control.next_version(version) where of_cell is null or cell = of_cell;
  update control.membership set version = control.next_version(version), view_number = control.later_number(view_number)
    where of_cell is null or tenant_id in (select id from control.tenant where cell = of_cell);
  update control.api_client set version = control.next_version(version), view_number = control.later_number(view_number)
    where of_cell is null or tenant_id in (select id from control.tenant where cell = of_cell);
  insert into control.cell_work (id, tenant_id, kind, principal_id)
    select uuidv7(), tenant.id, kind, principal_id from control.tenant join (
      select tenant_id, 'user' as kind, id as principal_id from control.membership
      union all
      select tenant_id, 'client', id from control.api_client) principal on principal.tenant_id = tenant.id
    where (of_cell is null or tenant.cell = of_cell) and tenant.state not in ('deleting', 'deleted');
$$;
revoke execute on procedure control.renew_views from public;

-- After control was restored to an older state: every number that it gives from now on is above those that were given and forgotten, the
-- tokens of before are dead, and every cell is brought up to date. Done again it does no harm.
create procedure control.begin_new_life(highest_tenant_number int) language sql as $$
  select setval('control.tenant_number', greatest((select last_value from control.tenant_number), highest_tenant_number));
  update control.api_client set epoch = control.later_number(epoch);
  call control.renew_views(null);
$$;
revoke execute on procedure control.begin_new_life from public;

-- A mail is written by the transaction of the change that sends it. Its content goes when it was sent or given up, because there may be a
-- link in it. `due_on` is also the time until which a process holds it. Of the mails that are due the one with the lowest place goes
-- first. A mail of a person, who waits for it, has the place 0. A mail of a tenant has a place above that until it was tried, and
-- none afterwards, which is the last.
create table control.mail (
  id uuid primary key,
  tenant_id uuid,
  place bigint default 0,
  recipient text not null,
  content jsonb,
  attempts int not null default 0,
  problem text,
  created_on timestamptz not null default clock_timestamp(),
  due_on timestamptz not null default clock_timestamp(),
  sent_on timestamptz,
  given_up_on timestamptz,
  ended_on timestamptz generated always as (coalesce(sent_on, given_up_on)) stored,
  constraint mail_content check ((content is null) = (sent_on is not null or given_up_on is not null)),
  constraint mail_place check ((tenant_id is null) = (place is not distinct from 0))
);
create index mail_due on control.mail (place, due_on) where content is not null;
create index mail_turn on control.mail (tenant_id, place) where place > 0;
-- What a tenant and its people got goes with the tenant.
create index mail_tenant on control.mail (tenant_id) where tenant_id is not null;
create index mail_recipient on control.mail (recipient);
create index mail_waiting on control.mail (created_on) where content is not null;
create index mail_ended on control.mail (ended_on) where content is null;

grant insert on control.mail to rapport_token_service;
-- The application API sends mails, and forgets those that were sent a while ago.
grant select, insert, update, delete on control.mail to rapport_application_api, rapport_subscription_service;
