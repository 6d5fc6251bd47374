import { LeastRecentlyUsed } from '@rapport/kernel';
import type { Statement } from './statement.ts';

/** What is sent: a text that names its schema, under a name that no other text has. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** The name of a tenant's schema: `t` and at least five digits. */
export function schemaName(tenantNumber: number): string {
  if (!Number.isInteger(tenantNumber) || tenantNumber < 1 || tenantNumber > 2_147_483_647) {
    throw new Error(`${tenantNumber} is not the number of a tenant`);
  }
  return `t${String(tenantNumber).padStart(5, '0')}`;
}

/** Puts the tenant's schema and number into a text. The schema's name is digits behind a `t`, so it needs no quotes. */
export function renderForTenant(text: string, tenantNumber: number): string {
  const schema = schemaName(tenantNumber);
  return text
    .replaceAll(/(?<![\w.])tenant\./g, `${schema}.`)
    .replaceAll(/(?<!:):tenant\b/g, String(tenantNumber))
    .replaceAll(/(?<!:):schema\b/g, schema);
}

/** What is sent for a statement of a tenant. */
export function prepareForTenant({ name, text }: Statement, tenantNumber: number): Prepared {
  return { name: `${schemaName(tenantNumber)}_${name}`, text: renderForTenant(text, tenantNumber) };
}

/** The rendered statements of the tenants that were used last. */
export class TenantTexts {
  readonly #byTenant: LeastRecentlyUsed<number, Map<Statement, Prepared>>;

  constructor(tenantsMax: number) {
    this.#byTenant = new LeastRecentlyUsed(tenantsMax);
  }

  render(statement: Statement, tenantNumber: number): Prepared {
    let texts = this.#byTenant.get(tenantNumber);
    if (!texts) {
      texts = new Map();
      this.#byTenant.set(tenantNumber, texts);
    }
    let prepared = texts.get(statement);
    if (!prepared) {
      prepared = prepareForTenant(statement, tenantNumber);
      texts.set(statement, prepared);
    }
    return prepared;
  }
}
