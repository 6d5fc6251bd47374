import { Failure } from '@rapport/command-line';
import { addressKey, isUuid } from '@rapport/kernel';
import { allPages } from './all-pages.ts';
import { bodyOf, type Operator } from './operator-client.ts';

/** The members of requests that a person may name by something else than an id, with their options. */
export const namedMembers: Readonly<Record<string, NamedMember>> = {
  tenantId: {
    option: {
      value: 'TENANT',
      summary: 'the tenant: its id, or where an owner is verified its name or the e-mail address of that owner',
    },
    idOf: tenantByName,
  },
  userId: {
    option: { value: 'USER', summary: 'the user: the id, the e-mail address, or the name' },
    idOf: userByName,
  },
  runAsUserId: {
    option: { value: 'USER', summary: 'the user whose rights it has: the id, the e-mail address, or the name' },
    idOf: userByName,
  },
  clientId: {
    option: { value: 'CLIENT', summary: 'the API client: its client id or its name' },
    idOf: apiClientByName,
  },
};

interface NamedMember {
  readonly option: { readonly value: string; readonly summary: string };
  readonly idOf: (operator: Operator, given: string, tenantId: string) => Promise<string>;
}

/** A thing that a person may name by something else than its id. */
interface Named {
  readonly id: string;
  /** Each of them names it whole. */
  readonly names: readonly string[];
}

/**
 * The id of the tenant that is named by its id, its name, or the e-mail address of a verified owner. A sign-up says any
 * name and address, so a tenant without a verified owner is named by its id alone.
 */
export async function tenantByName(operator: Operator, given: string): Promise<string> {
  if (isUuid(given)) {
    return given;
  }
  const { tenants } = bodyOf(
    await allPages('tenantId', (next) => operator.listTenants({ query: { search: given, ...next } })),
  );
  const found = tenants.map(({ tenantId: id, organisationName }) => ({
    id,
    names: organisationName === null ? [] : [organisationName],
  }));
  const called: Named[] = [];
  for (const one of given.includes('@') ? found : calledSo(found, given)) {
    const { owners, verifyByUtc } = bodyOf(await operator.getTenant({ params: { tenantId: one.id } }));
    const hasOwner = owners.some(({ email, isVerified }) => isVerified && addressKey(email) === addressKey(given));
    if (given.includes('@') ? hasOwner : verifyByUtc === null) {
      called.push(one);
    }
  }
  return theOne('tenant', given, { found, called }, ' A tenant without a verified owner is named by its id.');
}

/** The id of the user of a tenant who is named by the id, the e-mail address or the name. */
export async function userByName(operator: Operator, given: string, tenantId: string): Promise<string> {
  return idOf('user', given, async () => {
    const { users } = bodyOf(await operator.listUsers({ params: { tenantId }, query: { search: given } }));
    return users.map(({ userId, email, name }) => ({ id: userId, names: [email, name] }));
  });
}

/** The client id of the API client of a tenant that is named by that or by its name. */
export async function apiClientByName(operator: Operator, given: string, tenantId: string): Promise<string> {
  if (given.startsWith('rpt_client_')) {
    return given;
  }
  return idOf('API client', given, async () => {
    const { apiClients } = bodyOf(await operator.listApiClients({ params: { tenantId }, query: { search: given } }));
    return apiClients.map(({ clientId, name }) => ({ id: clientId, names: [name] }));
  });
}

async function idOf(what: string, given: string, find: () => Promise<readonly Named[]>): Promise<string> {
  if (isUuid(given)) {
    return given;
  }
  const found = await find();
  return theOne(what, given, { found, called: calledSo(found, given) });
}

/** A part of a name would let a slip of the keyboard change another one, so only a whole name is taken. */
function calledSo(found: readonly Named[], given: string): Named[] {
  return found.filter(({ names }) => names.some((name) => name.toLowerCase() === given.toLowerCase()));
}

function theOne(
  what: string,
  given: string,
  { found, called }: { readonly found: readonly Named[]; readonly called: readonly Named[] },
  hint = '',
): string {
  const [first, ...others] = called;
  if (first === undefined) {
    const near = found.length > 0 ? `; near it: ${listed(found)}` : '';
    throw new Failure(`There is no ${what} called ${given}${near}.${hint}`);
  }
  if (others.length > 0) {
    throw new Failure(`Several are called ${given}: ${listed(called)}. Name the ${what} by its id.`);
  }
  return first.id;
}

function listed(all: readonly Named[]): string {
  const shown = all.slice(0, shownMax).map(({ id, names }) => `${[...new Set(names)].join(', ')} (${id})`);
  return [...shown, ...(all.length > shownMax ? ['and others'] : [])].join('; ');
}

const shownMax = 10;
