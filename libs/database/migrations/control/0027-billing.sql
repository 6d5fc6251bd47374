-- What tenants owe for their periods. Invoices are kept when their tenant is deleted. Their numbers are counted over the installation, and
-- have no gaps: the row of the counter is held until the invoice is committed.
create table control.invoice_number (
  last bigint not null,
  only_row boolean primary key default true check (only_row)
);
insert into control.invoice_number (last) values (0);

create table control.invoice (
  id uuid primary key,
  number bigint not null unique,
  tenant_id uuid not null,
  status text not null default 'open' check (status in ('open', 'paid', 'void')),
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  issued_on timestamptz not null,
  due_on timestamptz not null,
  paid_on timestamptz,
  constraint invoice_paid check ((paid_on is not null) = (status = 'paid'))
);
create index invoice_tenant on control.invoice (tenant_id, number desc);
create index invoice_open on control.invoice (tenant_id, due_on) where status = 'open';
