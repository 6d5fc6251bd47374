import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

export interface ApiClientRow {
  id: string;
  runAs: string;
  scopes: string[];
  isActive: boolean;
  viewNumber: number;
}

export interface NewApiClient {
  id: string;
  tenantId: string;
  clientId: string;
  name: string;
  runAs: string;
  scopes: readonly string[];
}

/** The statements of API clients, each in the transaction of its caller. */
export class ApiClientStore {
  async insert(context: CallContext, sql: Sql, client: NewApiClient): Promise<void> {
    const { id, tenantId, clientId, name, runAs, scopes } = client;
    await sql.query(context, insertClient, [id, tenantId, clientId, name, runAs, scopes]);
  }

  async find(context: CallContext, sql: Sql, tenantId: string, clientId: string): Promise<{ id: string } | undefined> {
    const [row] = await sql.query<{ id: string }>(context, findClient, [tenantId, clientId]);
    return row;
  }

  async findForUpdate(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    clientId: string,
  ): Promise<ApiClientRow | undefined> {
    const [row] = await sql.query<ApiClientRow>(context, findClientForUpdate, [tenantId, clientId]);
    return row;
  }

  async update(
    context: CallContext,
    sql: Sql,
    id: string,
    scopes: readonly string[],
    runAs: string,
    viewNumber: number,
  ): Promise<void> {
    await sql.query(context, updateClient, [id, scopes, runAs, viewNumber]);
  }

  /** The epoch rises with a disable, so that the client's tokens stay dead after an enable. */
  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setClientActive, [id, isActive]);
  }

  async touch(context: CallContext, sql: Sql, id: string, endsTokens: boolean): Promise<void> {
    await sql.query(context, touchClient, [id, endsTokens]);
  }

  async hasUser(context: CallContext, sql: Sql, tenantId: string, userId: string): Promise<boolean> {
    return (await sql.query(context, findUser, [tenantId, userId])).length > 0;
  }
}

const insertClient = statement(
  'api_client_insert',
  `insert into control.api_client (id, tenant_id, client_id, name, run_as, scopes) values ($1, $2, $3, $4, $5, $6)`,
);

// $1 tenant $2 client id
const findClient = statement(
  'api_client_find',
  `select id from control.api_client where tenant_id = $1 and client_id = $2`,
);

// Locks the client, so that its changes come one after the other. $1 tenant $2 client id
const findClientForUpdate = statement(
  'api_client_find_for_update',
  `select id, run_as as "runAs", scopes, is_active as "isActive", view_number as "viewNumber"
from control.api_client where tenant_id = $1 and client_id = $2 for update`,
);

const updateClient = statement(
  'api_client_update',
  `update control.api_client set scopes = $2, run_as = $3, view_number = $4, version = control.next_version(version)
    where id = $1`,
);

const setClientActive = statement(
  'api_client_set_active',
  `update control.api_client set is_active = $2, epoch = epoch + case when $2 then 0 else 1 end,
    version = control.next_version(version) where id = $1`,
);

const touchClient = statement(
  'api_client_touch',
  `update control.api_client set version = control.next_version(version),
    epoch = epoch + case when $2 then 1 else 0 end where id = $1`,
);

const findUser = statement(
  'api_client_user_find',
  `select id from control.membership where tenant_id = $1 and id = $2`,
);
