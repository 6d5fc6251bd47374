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
    const [row] = await this.#database.admission.query<PrincipalState>(context, findPrincipal.with({ clientId }));
    return row;
  }

  async findPerson(context: CallContext, userId: string): Promise<PersonState | undefined> {
    const [row] = await this.#database.admission.query<Omit<PersonState, 'client'>>(
      context,
      findPerson.with({ userId }),
    );
    return row && { ...row, client: null };
  }

  async tenant(context: CallContext, tenantId: string): Promise<TenantState | undefined> {
    const [row] = await this.#database.control.query<{ tenant: TenantState }>(context, findTenant.with({ tenantId }));
    return row?.tenant;
  }

  async user(context: CallContext, userId: string): Promise<UserState | undefined> {
    const [row] = await this.#database.control.query<{ user: UserState }>(context, findUser.with({ userId }));
    return row?.user;
  }

  /** The clients that run as a user. */
  async clientsOf(context: CallContext, userId: string): Promise<ClientState[]> {
    const rows = await this.#database.control.query<{ client: ClientState }>(
      context,
      findClientsOfUser.with({ userId }),
    );
    return rows.map((row) => row.client);
  }

  /** Whether a token was revoked, for a client whose state does not list them. */
  async isRevoked(context: CallContext, tokenId: string): Promise<boolean> {
    return (await this.#database.admission.query(context, findRevoked.with({ tokenId }))).length > 0;
  }

  /** Whether one of these sessions and tokens has ended, for a user whose state does not list them. */
  async isEnded(context: CallContext, ids: readonly string[]): Promise<boolean> {
    return (await this.#database.admission.query(context, findEnded.with({ ids }))).length > 0;
  }
}

const revokedListed = 100;

const revokedJson = `(
  select case when count(*) > ${revokedListed} then '"many"' else coalesce(jsonb_agg(revoked.jti), '[]') end
  from (select jti from control.revoked_tokens where client = api_client.id and expires_at > clock_timestamp()
    limit ${revokedListed + 1}) revoked)`;

const endedJson = `(
  select case when count(*) > ${revokedListed} then '"many"' else coalesce(jsonb_agg(ended.id), '[]') end
  from (select id from control.ended_access where user_id = membership.id and expires_at > clock_timestamp()
    limit ${revokedListed + 1}) ended)`;

const tenantJson = `(select jsonb_build_object(
  'id', tenant.id, 'number', tenant.number, 'cell', tenant.cell, 'version', tenant.version, 'planVersion', plan.version,
  'state', ${shownState}, 'suspendedFor', ${suspendedFor}, 'isVerified', tenant.verify_by is null,
  'isFull', tenant.is_full, 'publicApi', granted -> 'publicApi', 'requestsPerMinute', granted -> 'requestsPerMinute',
  'tokenRequestsPerMinute', granted -> 'tokenRequestsPerMinute') from (select ${entitlements} as granted) entitled)`;

const clientJson = `jsonb_build_object(
  'id', api_client.id, 'clientId', api_client.client_id, 'version', api_client.version,
  'userId', api_client.run_as, 'isActive', api_client.is_active, 'epoch', api_client.epoch,
  'scopes', to_jsonb(api_client.scopes), 'viewNumber', api_client.view_number, 'revoked', ${revokedJson})`;

const userJson = `jsonb_build_object(
  'id', membership.id, 'version', membership.version, 'isActive', membership.is_active,
  'isOwner', 'owner' = any(membership.roles), 'dataScope', membership.data_scope, 'teamId', membership.team_id,
  'permissions', (select coalesce(jsonb_agg(distinct held.permission), '[]') from control.role
    cross join unnest(role.permissions) as held(permission)
    where role.tenant_id = membership.tenant_id and role.code = any(membership.roles)),
  'viewNumber', membership.view_number, 'epoch', membership.epoch, 'ended', ${endedJson})`;

// One snapshot shows tenant, client and RunAs user as they are together.
const findPrincipal = statement(
  'principal_find',
  `select ${tenantJson} as tenant, ${clientJson} as client, ${userJson} as "user"
from control.api_client
join (${subscribedTenant}) on tenant.id = api_client.tenant_id
join control.membership on membership.id = api_client.run_as
where api_client.client_id = :clientId`,
);

// One snapshot shows tenant and user as they are together.
const findPerson = statement(
  'principal_person',
  `select ${tenantJson} as tenant, ${userJson} as "user"
from control.membership
join (${subscribedTenant}) on tenant.id = membership.tenant_id
where membership.id = :userId`,
);

const findTenant = statement(
  'principal_tenant',
  `select ${tenantJson} as tenant from ${subscribedTenant} where tenant.id = :tenantId`,
);

const findUser = statement('principal_user', `select ${userJson} as "user" from control.membership where id = :userId`);

const findClientsOfUser = statement(
  'principal_clients',
  `select ${clientJson} as client from control.api_client where run_as = :userId order by id`,
);

const findRevoked = statement('principal_revoked', `select jti from control.revoked_tokens where jti = :tokenId`);

const findEnded = statement('principal_ended', `select id from control.ended_access where id = any(:ids)`);
