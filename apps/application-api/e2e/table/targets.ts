import type { Endpoint } from '@rapport/http-contract';
import { newEmail, newName } from '@rapport/testbed';
import { as, type Person } from '../people.ts';
import { makeRecordTargets, recordRequest, steps, type RecordTargets } from './record-targets.ts';

/** One record of each kind, at which requests aim. */
export interface Targets {
  readonly user: string;
  /** The address of the user, which an update must name. */
  readonly email: string;
  readonly role: string;
  readonly team: string;
  readonly client: string;
  readonly field: string;
  /** The client acts as this user. */
  readonly runAs: string;
  readonly records: RecordTargets;
}

export async function makeTargets(owner: Person): Promise<Targets> {
  const api = as(owner);
  const made = <T>({ status, body }: { status: number; body: unknown }): T => {
    if (status !== 200) {
      throw new Error(`A target was not made: ${JSON.stringify(body)}`);
    }
    return (body as { data: T }).data;
  };
  const user = bodies.user();
  const client = made<{ id: string }>(await api.createApiClient({ body: bodies.client(owner.userId) }));
  return {
    user: made(await api.createUser({ body: user })),
    email: user.email,
    role: made(await api.createRole({ body: bodies.role() })),
    team: made(await api.createTeam({ body: bodies.team() })),
    field: made(await api.createCustomField({ body: bodies.field() })),
    client: client.id,
    runAs: owner.userId,
    records: await makeRecordTargets(owner),
  };
}

/** Bodies of creates, each for a record that is not there yet. */
const bodies = {
  user: () => ({ email: newEmail(), name: 'A User', roles: ['salesperson'], dataScope: 'own' as const }),
  role: () => ({ code: word('role'), name: newName('Role'), permissions: ['customers.read'] }),
  team: () => ({ name: newName('Team') }),
  client: (runAsUserId: string) => ({ name: newName('Client'), runAsUserId, scopes: ['customers.read'] }),
  field: () => ({ module: 'customers' as const, key: word('field'), label: 'A field', fieldType: 'text' }),
};

export interface RightRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** A request that the owner may send, aimed at these records. */
export function rightRequest(operation: Endpoint, targets: Targets): RightRequest {
  const { operationId, method, path } = operation;
  const kind = kindOf(path);
  if (!isOfPeople(kind)) {
    const { id = '', body } = recordRequest(operation, targets.records);
    const aimed = path.replace(/\{(id|customerId)\}/, id).replace(/\{(status|stage)\}/, steps[operationId]?.next ?? '');
    return { method: method.toUpperCase(), path: aimed, ...(body !== undefined && { body }) };
  }
  const { user, role, team, client, field } = targets;
  const id = { user, role, team, 'api-client': client, 'custom-field': field }[kind];
  const body = bodyOf(operationId, kind, targets, id);
  return {
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/, id),
    ...(body !== undefined && { body }),
  };
}

const kindsOfPeople = ['user', 'role', 'team', 'api-client', 'custom-field'] as const;
type Kind = (typeof kindsOfPeople)[number];

/** Whether an operation is about records of the CRM, not about people and settings. */
export function isOfRecords(path: string): boolean {
  return !isOfPeople(kindOf(path));
}

function isOfPeople(kind: string): kind is Kind {
  return (kindsOfPeople as readonly string[]).includes(kind);
}

/** Every path of this surface begins with one of its groups. */
function kindOf(path: string): string {
  return path.split('/')[3] ?? '';
}

/** Every id at which requests aim. */
export function idsOf({ records, ...people }: Targets): string[] {
  // The number of a member is short, and stands in many other texts.
  const ids: string[] = Object.values<string>({ ...records });
  return [...Object.values<string>(people), ...ids.filter((id) => id !== records.CampaignMember)];
}

function bodyOf(operationId: string, kind: Kind, { runAs, email }: Targets, id: string): unknown {
  const own = {
    user: bodies.user,
    role: bodies.role,
    team: bodies.team,
    'api-client': () => bodies.client(runAs),
    'custom-field': bodies.field,
  }[kind];
  if (operationId.startsWith('create')) {
    return own();
  }
  if (operationId === 'updateCustomField') {
    return { id, label: newName('Label') };
  }
  if (operationId === 'updateUser') {
    return { ...own(), id, email };
  }
  if (operationId.startsWith('update')) {
    return kind === 'role' ? { ...own(), code: id } : { ...own(), id };
  }
  if (operationId.startsWith('search') || operationId === 'rotateApiClientSecret') {
    return {};
  }
  return operationId === 'changePassword'
    ? { currentPassword: 'wrong words', newPassword: 'other words of it' }
    : undefined;
}

/** A text that is a code, a key and a name alike. */
function word(prefix: string): string {
  return `${prefix}${newName('x').replaceAll(/[^a-zA-Z0-9]/g, '')}`;
}
