import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { ClientState, PersonState, PrincipalState, TenantState, UserState } from './principal-state.ts';
import { entitlements, shownState, subscribedTenant, suspendedFor } from './tenant-columns.ts';

/** Reads the state of principals from control, the truth behind every lease. */
export class PrincipalStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(context: CallContext, clientId: string): Promise<PrincipalState | undefined> {
    const [row] = await this.#database.admission.query<PrincipalState>(context, findPrincipal, [clientId]);
    return row;
  }

  async findPerson(context: CallContext, userId: string): Promise<PersonState | undefined> {
    const [row] = await this.#database.admission.query<Omit<PersonState, 'client'>>(context, findPerson, [userId]);
    return row && { ...row, client: null };
  }

  async tenant(context: CallContext, tenantId: string): Promise<TenantState | undefined> {
    const [row] = await this.#database.control.query<{ tenant: TenantState }>(context, findTenant, [tenantId]);
    return row?.tenant;
  }

  async user(context: CallContext, userId: string): Promise<UserState | undefined> {
    const [row] = await this.#database.control.query<{ user: UserState }>(context, findUser, [userId]);
    return row?.user;
  }

  /** The clients that run as a user. */
  async clientsOf(context: CallContext, userId: string): Promise<ClientState[]> {
    const rows = await this.#database.control.query<{ client: ClientState }>(context, findClientsOfUser, [userId]);
    return rows.map((row) => row.client);
  }

  /** Whether a token was revoked, for a client whose state does not list them. */
  async isRevoked(context: CallContext, tokenId: string): Promise<boolean> {
    return (await this.#database.admission.query(context, findRevoked, [tokenId])).length > 0;
  }

  /** Whether one of these sessions and tokens has ended, for a user whose state does not list them. */
  async isEnded(context: CallContext, ids: readonly string[]): Promise<boolean> {
    return (await this.#database.admission.query(context, findEnded, [ids])).length > 0;
  }
}

const revokedListed = 100;

const revokedJson = `(
  select case when count(*) > ${revokedListed} then '"many"' else coalesce(jsonb_agg(r.jti), '[]') end
  from (select jti from control.revoked_tokens where client = c.id and expires_at > clock_timestamp()
    limit ${revokedListed + 1}) r)`;

const endedJson = `(
  select case when count(*) > ${revokedListed} then '"many"' else coalesce(jsonb_agg(e.id), '[]') end
  from (select id from control.ended_access where user_id = m.id and expires_at > clock_timestamp()
    limit ${revokedListed + 1}) e)`;

const tenantJson = `(select jsonb_build_object(
  'id', t.id, 'number', t.number, 'cell', t.cell, 'version', greatest(t.version, p.version), 'state', ${shownState},
  'suspendedFor', ${suspendedFor}, 'isVerified', t.verify_by is null, 'isFull', t.is_full,
  'publicApi', granted -> 'publicApi', 'requestsPerMinute', granted -> 'requestsPerMinute',
  'tokenRequestsPerMinute', granted -> 'tokenRequestsPerMinute') from (select ${entitlements} as granted) e)`;

const clientJson = `jsonb_build_object(
  'id', c.id, 'clientId', c.client_id, 'version', c.version, 'userId', c.run_as, 'isActive', c.is_active,
  'epoch', c.epoch, 'scopes', to_jsonb(c.scopes), 'viewNumber', c.view_number, 'revoked', ${revokedJson})`;

const userJson = `jsonb_build_object(
  'id', m.id, 'version', m.version, 'isActive', m.is_active, 'isOwner', 'owner' = any(m.roles), 'dataScope', m.data_scope, 'teamId', m.team_id,
  'permissions', (select coalesce(jsonb_agg(distinct held.permission), '[]') from control.role r
    cross join unnest(r.permissions) as held(permission)
    where r.tenant_id = m.tenant_id and r.code = any(m.roles)),
  'viewNumber', m.view_number, 'epoch', m.epoch, 'ended', ${endedJson})`;

// One snapshot shows tenant, client and RunAs user as they are together. $1 the client id
const findPrincipal = statement(
  'principal_find',
  `select ${tenantJson} as tenant, ${clientJson} as client, ${userJson} as "user"
from control.api_client c
join (${subscribedTenant}) on t.id = c.tenant_id
join control.membership m on m.id = c.run_as
where c.client_id = $1`,
);

// One snapshot shows tenant and user as they are together. $1 the user
const findPerson = statement(
  'principal_person',
  `select ${tenantJson} as tenant, ${userJson} as "user"
from control.membership m
join (${subscribedTenant}) on t.id = m.tenant_id
where m.id = $1`,
);

// $1 tenant
const findTenant = statement(
  'principal_tenant',
  `select ${tenantJson} as tenant from ${subscribedTenant} where t.id = $1`,
);

// $1 user
const findUser = statement('principal_user', `select ${userJson} as "user" from control.membership m where m.id = $1`);

// $1 user
const findClientsOfUser = statement(
  'principal_clients',
  `select ${clientJson} as client from control.api_client c where c.run_as = $1 order by c.id`,
);

// $1 token
const findRevoked = statement('principal_revoked', `select jti from control.revoked_tokens where jti = $1`);

// $1 sessions and tokens
const findEnded = statement('principal_ended', `select id from control.ended_access where id = any($1)`);
