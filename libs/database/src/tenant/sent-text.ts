import type { Statement } from '../statement.ts';
import { renderForTenant, schemaName } from './render-for-tenant.ts';

/** What PostgreSQL is sent for a statement: a text that names its schema, under a name that no other text has. */
export interface SentText {
  readonly name: string;
  readonly text: string;
  /** The text as all tenants share it; without one it is `text`. */
  readonly template?: string;
}

/** What is sent for a statement of a tenant. */
export function sentTextOf({ name, text }: Statement, tenantNumber: number): SentText {
  return { name: `${schemaName(tenantNumber)}_${name}`, text: renderForTenant(text, tenantNumber) };
}

/** The same, rendered only when PostgreSQL has to read it, which it does seldom. Nothing is kept for a tenant. */
export class TenantText implements SentText {
  readonly name: string;
  readonly template: string;
  readonly #tenantNumber: number;

  constructor({ name, text }: Statement, tenantNumber: number) {
    this.name = `${schemaName(tenantNumber)}_${name}`;
    this.template = text;
    this.#tenantNumber = tenantNumber;
  }

  get text(): string {
    return renderForTenant(this.template, this.#tenantNumber);
  }
}
