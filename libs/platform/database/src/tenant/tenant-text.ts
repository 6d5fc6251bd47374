import type { Statement } from '../statements/statement.ts';

/** The form in which PostgreSQL is sent a statement: a text that names its schema, under a name that no other has. */
export interface SentText {
  readonly name: string;
  readonly text: string;
  /** The text as all tenants share it; without one it is `text`. */
  readonly template?: string;
  /** See Statement. */
  readonly isComposed?: true | undefined;
}

export function sentTextOf({ name, text }: Statement, tenantNumber: number): SentText {
  return { name: `${schemaName(tenantNumber)}_${name}`, text: renderForTenant(text, tenantNumber) };
}

/** The sent text, rendered only when PostgreSQL has to read it, which it does seldom. Nothing is kept for a tenant. */
export class TenantText implements SentText {
  readonly name: string;
  readonly template: string;
  readonly isComposed: true | undefined;
  readonly #tenantNumber: number;

  constructor({ name, text, isComposed }: Statement, tenantNumber: number) {
    this.name = `${schemaName(tenantNumber)}_${name}`;
    this.template = text;
    this.isComposed = isComposed;
    this.#tenantNumber = tenantNumber;
  }

  get text(): string {
    return renderForTenant(this.template, this.#tenantNumber);
  }
}

/** Puts the tenant's schema and number into a text. The schema's name is digits behind a `t`, so it needs no quotes. */
export function renderForTenant(text: string, tenantNumber: number): string {
  const schema = schemaName(tenantNumber);
  return text
    .replaceAll(/(?<![\w.])tenant\./g, `${schema}.`)
    .replaceAll(/(?<!:):tenant\b/g, String(tenantNumber))
    .replaceAll(/(?<!:):schema\b/g, schema);
}

/** The name of a tenant's schema: `t` and at least five digits. */
export function schemaName(tenantNumber: number): string {
  if (!Number.isInteger(tenantNumber) || tenantNumber < 1 || tenantNumber > 2_147_483_647) {
    throw new Error(`${tenantNumber} is not the number of a tenant`);
  }
  return `t${String(tenantNumber).padStart(5, '0')}`;
}
