import type { Operator } from './operator-client.ts';

type TenantFilter = NonNullable<NonNullable<Parameters<Operator['listTenants']>[0]>['query']>;
type Answer = Awaited<ReturnType<Operator['listTenants']>>;

/** Asks for one page after the other until a page is empty. */
export async function listTenants(operator: Operator, filter: TenantFilter = {}): Promise<Answer> {
  const tenants: Extract<Answer, { readonly status: 200 }>['body']['tenants'] = [];
  for (;;) {
    const page = await operator.listTenants({ query: { ...filter, after: tenants.at(-1)?.tenantId, pageSize: '200' } });
    if (page.status !== 200) {
      return page;
    }
    if (page.body.tenants.length === 0) {
      return { ...page, body: { tenants } };
    }
    tenants.push(...page.body.tenants);
  }
}
