-- What a tenant takes along. One export of a cell is made at a time, the others wait in the order of their ids. An attempt makes a table of
-- pieces in the cell, whose name says its id, so a table that no row names is one that was left. `open_attempts` are those that were begun
-- and not ended in order: their processes died. `begun_on` is when the first one was.
create table control.export (
  id uuid primary key,
  tenant_id uuid not null references control.tenant,
  cell text not null references control.cell,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'expired')),
  attempt_id uuid unique,
  open_attempts int not null default 0,
  created_on timestamptz not null default clock_timestamp(),
  begun_on timestamptz,
  ready_on timestamptz,
  expires_on timestamptz,
  failure text,
  constraint export_begun check ((begun_on is null) <= (state = 'queued')),
  constraint export_ready check ((ready_on is not null) = (expires_on is not null) and (ready_on is not null) >= (state in ('ready', 'expired'))),
  constraint export_failed check ((failure is not null) = (state = 'failed'))
);
create unique index export_running on control.export (cell) where state = 'running';
create unique index export_open on control.export (tenant_id) where state in ('queued', 'running');
create index export_tenant on control.export (tenant_id, id desc);
create index export_queue on control.export (cell, id) where state = 'queued';
create index export_ready_of_tenant on control.export (tenant_id, id desc) where state = 'ready';
create index export_expiry on control.export (expires_on) where state = 'ready';

-- The files of an export that is ready, in the order in which they were written. `place` is the number of a file in the table of pieces.
create table control.export_file (
  export_id uuid not null references control.export on delete cascade,
  name text collate "C" not null,
  place int not null,
  bytes bigint not null,
  sha256 text not null,
  primary key (export_id, name)
);

grant select, insert, update, delete on control.export, control.export_file to rapport_subscription_service;
