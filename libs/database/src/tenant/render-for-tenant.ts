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
