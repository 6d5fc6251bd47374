import type { HeldRights } from '@rapport/admission';
import {
  type ChangedRow,
  changedRow,
  erased,
  laterTime,
  type Sql,
  statement,
  type TenantTable,
  versionOf,
} from '@rapport/database';
import { isUuid, type CallContext } from '@rapport/kernel';
import type { ApiClient } from './api-client.ts';
import { apiClientColumns } from './api-client-columns.ts';

/** A client that a change holds. */
export interface HeldApiClient extends ApiClient {
  readonly viewNumber: number;
}

export interface NewApiClient {
  readonly id: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly name: string;
  readonly runAs: string;
  readonly scopes: readonly string[];
}

export interface ChangedApiClient {
  readonly id: string;
  readonly name: string;
  readonly runAs: string;
  readonly scopes: readonly string[];
  readonly viewNumber: number;
}

/** A client acts as this user, or is to act as the user. */
export interface RunAsUser extends HeldRights {
  /** It has joined and is active, so a client can be given it. */
  readonly isAvailable: boolean;
}

/**
 * The statements of API clients, each in the transaction of its caller. A client is found by its id or by its client id,
 * which are never alike.
 */
export class ApiClientStore {
  /** Gives the version of the new client. */
  async insert(context: CallContext, sql: Sql, client: NewApiClient): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, insertClient.with(client)));
  }

  async find(context: CallContext, sql: Sql, tenantId: string, key: string): Promise<ApiClient | undefined> {
    const by = isUuid(key) ? find.byId : find.byClientId;
    const [row] = await sql.query<ApiClient>(context, by.with({ tenantId, key }));
    return row;
  }

  /** The client, which no other change touches until the transaction ends. */
  async hold(context: CallContext, sql: Sql, tenantId: string, key: string): Promise<HeldApiClient | undefined> {
    const by = isUuid(key) ? hold.byId : hold.byClientId;
    const [row] = await sql.query<HeldApiClient>(context, by.with({ tenantId, key }));
    return row;
  }

  /** Gives the new version. */
  async update(context: CallContext, sql: Sql, client: ChangedApiClient): Promise<string> {
    return versionOf(await sql.query<ChangedRow>(context, updateClient.with(client)));
  }

  /** The epoch rises with a disable, so that the client's tokens stay dead after an enable. */
  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setClientActive.with({ id, isActive }));
  }

  async touch(context: CallContext, sql: Sql, id: string, endsTokens: boolean): Promise<void> {
    await sql.query(context, touchClient.with({ id, endsTokens }));
  }

  async runAsUser(context: CallContext, sql: Sql, tenantId: string, userId: string): Promise<RunAsUser | undefined> {
    const [row] = await sql.query<RunAsUser>(context, findRunAs.with({ tenantId, userId }));
    return row;
  }
}

const ofClients = 'in (select id from control.api_client where tenant_id = :tenantId::uuid)';

export const apiClientTables: readonly TenantTable[] = [
  erased('control.revoked_tokens', `client ${ofClients}`),
  erased('control.api_client_secret', `api_client_id ${ofClients}`),
  erased('control.api_client'),
];

const insertClient = statement(
  'api_client_insert',
  `insert into control.api_client (id, tenant_id, client_id, name, run_as, scopes) values (:id, :tenantId, :clientId, :name, :runAs, :scopes)
returning ${changedRow}`,
);

const find = {
  byId: statement(
    'api_client_find',
    `select ${apiClientColumns} from control.api_client where tenant_id = :tenantId and id = :key`,
  ),
  byClientId: statement(
    'api_client_find_by_client_id',
    `select ${apiClientColumns} from control.api_client where tenant_id = :tenantId and client_id = :key`,
  ),
};

// Locks the client, so that its changes come one after the other.
const hold = {
  byId: statement(
    'api_client_hold',
    `select ${apiClientColumns}, view_number as "viewNumber" from control.api_client
where tenant_id = :tenantId and id = :key for no key update`,
  ),
  byClientId: statement(
    'api_client_hold_by_client_id',
    `select ${apiClientColumns}, view_number as "viewNumber" from control.api_client
where tenant_id = :tenantId and client_id = :key for no key update`,
  ),
};

const changed = `${laterTime('last_modified_on')},
    version = control.next_version(version)`;

const updateClient = statement(
  'api_client_update',
  `update control.api_client set name = :name, scopes = :scopes, run_as = :runAs, view_number = :viewNumber, ${changed} where id = :id
returning ${changedRow}`,
);

const setClientActive = statement(
  'api_client_set_active',
  `update control.api_client set is_active = :isActive, epoch = epoch + case when :isActive then 0 else 1 end, ${changed}
where id = :id`,
);

const touchClient = statement(
  'api_client_touch',
  `update control.api_client set ${changed}, epoch = epoch + case when :endsTokens then 1 else 0 end where id = :id`,
);

const findRunAs = statement(
  'api_client_run_as',
  `select id as "userId", data_scope as "dataScope", team_id as "teamId", false as "isOwner",
  is_active and joined_on is not null as "isAvailable",
  array(select distinct permission from control.role cross join unnest(role.permissions) as permission
    where role.tenant_id = membership.tenant_id and role.code = any(membership.roles)) as permissions
from control.membership where tenant_id = :tenantId and id = :userId`,
);
