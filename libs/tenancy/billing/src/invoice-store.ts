import { kept, type Sql, statement, type TenantTable, utcText } from '@rapport/database';
import { dateTimeAt, type CallContext } from '@rapport/kernel';
import type { Invoice, InvoiceStatus } from '@rapport/kinds';

/** A tenant's debt for a period. Times are milliseconds since 1970, with microseconds behind the point. */
export interface NewInvoice {
  readonly tenantId: string;
  readonly amount: number;
  readonly currency: string;
  readonly from: number;
  readonly to: number;
  readonly issuedOn: number;
  readonly dueOn: number;
}

/** The statements of invoices. */
export class InvoiceStore {
  async insert(context: CallContext, sql: Sql, id: string, invoice: NewInvoice): Promise<Invoice> {
    const [from, to, issuedOn, dueOn] = [invoice.from, invoice.to, invoice.issuedOn, invoice.dueOn].map(dateTimeAt);
    const [row] = await sql.query<Invoice>(context, insertInvoice.with({ ...invoice, id, from, to, issuedOn, dueOn }));
    if (!row) {
      throw new Error('The counter of invoices has no row.');
    }
    return row;
  }

  async list(context: CallContext, sql: Sql, tenantId: string): Promise<Invoice[]> {
    return sql.query<Invoice>(context, listInvoices.with({ tenantId }));
  }

  /** Its status before that; undefined where the tenant has no such invoice. */
  async settle(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    id: string,
    status: 'paid' | 'void',
  ): Promise<InvoiceStatus | undefined> {
    const [row] = await sql.query<{ was: InvoiceStatus }>(context, settleInvoice.with({ tenantId, id, status }));
    return row?.was;
  }

  async changeDue(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    id: string,
    dueOnUtc: string,
  ): Promise<{ readonly was: InvoiceStatus; readonly isSame: boolean } | undefined> {
    const sent = changeDue.with({ tenantId, id, dueOnUtc });
    const [row] = await sql.query<{ was: InvoiceStatus; isSame: boolean }>(context, sent);
    return row;
  }

  async voidAll(context: CallContext, sql: Sql, tenantId: string): Promise<string[]> {
    return (await sql.query<{ id: string }>(context, voidInvoices.with({ tenantId }))).map(({ id }) => id);
  }

  async firstDue(context: CallContext, sql: Sql, tenantId: string): Promise<number | null> {
    const [row] = await sql.query<{ firstDue: number | null }>(context, findFirstDue.with({ tenantId }));
    return row?.firstDue ?? null;
  }
}

export const invoiceTables: readonly TenantTable[] = [kept('control.invoice', 'invoices are books')];

const columns = `id as "invoiceId", number, status, amount::float8 as amount, currency, ${utcText('period_from')} as "periodFrom",
  ${utcText('period_to')} as "periodTo", ${utcText('issued_on')} as "issuedOnUtc", ${utcText('due_on')} as "dueOnUtc",
  ${utcText('paid_on')} as "paidOnUtc", null::text as url`;

/** The invoices of a tenant, as an export has them. */
export const invoiceRows = {
  item: columns,
  from: 'control.invoice',
  where: 'tenant_id = :tenantId',
  order: 'number',
} as const;

// The row of the counter is held from here to the commit, so a number that is rolled back is the next one's.
const insertInvoice = statement(
  'invoice_insert',
  `with counted as (update control.invoice_number set last = last + 1 returning last)
insert into control.invoice (id, number, tenant_id, amount, currency, period_from, period_to, issued_on, due_on)
select :id, last, :tenantId, :amount::numeric, :currency, :from::timestamptz, :to::timestamptz, :issuedOn::timestamptz, :dueOn::timestamptz from counted
returning ${columns}`,
);

const listInvoices = statement(
  'invoice_list',
  `select ${columns} from control.invoice where tenant_id = :tenantId order by (status = 'open') desc, number desc limit 200`,
);

// The caller holds the row of the subscription, so no other process settles an invoice of this tenant.
const settleInvoice = statement(
  'invoice_settle',
  `with before as (select id, status from control.invoice where tenant_id = :tenantId and id = :id), settled as (
  update control.invoice set status = :status, paid_on = case when :status = 'paid' then clock_timestamp() end
  from before where invoice.id = before.id and before.status = 'open'
)
select status as was from before`,
);

// The caller holds that row here too.
const changeDue = statement(
  'invoice_change_due',
  `with before as (select id, status, due_on = :dueOnUtc::timestamptz as same from control.invoice where tenant_id = :tenantId and id = :id), changed as (
  update control.invoice set due_on = :dueOnUtc::timestamptz from before
  where invoice.id = before.id and before.status = 'open' and not before.same
)
select status as was, same as "isSame" from before`,
);

const voidInvoices = statement(
  'invoice_void_all',
  `update control.invoice set status = 'void' where tenant_id = :tenantId and status = 'open' returning id`,
);

const findFirstDue = statement(
  'invoice_first_due',
  `select (extract(epoch from min(due_on)) * 1000)::float8 as "firstDue" from control.invoice
where tenant_id = :tenantId and status = 'open'`,
);
