import {
  changedRow,
  type ChangedRow,
  isUniqueViolation,
  laterTime,
  type Sql,
  statement,
  versionOf,
} from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { teamColumns } from './team-columns.ts';
import type { Team } from './team.ts';

/** The statements of teams, each in the transaction of its caller. */
export class TeamStore {
  async find(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<Team | undefined> {
    const [row] = await sql.query<Team>(context, findTeam, [tenantId, id]);
    return row;
  }

  /** Whether a user can be put into the team. */
  async isJoinable(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<boolean> {
    return (await sql.query(context, findJoinable, [tenantId, id])).length > 0;
  }

  /** The version of the new team; undefined if the tenant has one of that name. */
  async insert(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    id: string,
    name: string,
  ): Promise<string | undefined> {
    const [row] = await sql.query<ChangedRow>(context, insertTeam, [id, tenantId, name]);
    return row?.lastModifiedOnUtc;
  }

  /** The new version; undefined if the tenant has another team of that name. */
  async rename(context: CallContext, sql: Sql, id: string, name: string): Promise<string | undefined> {
    try {
      return versionOf(await sql.query<ChangedRow>(context, renameTeam, [id, name]));
    } catch (error) {
      if (isUniqueViolation(error, 'team_name_taken')) {
        return undefined;
      }
      throw error;
    }
  }

  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setTeamActive, [id, isActive]);
  }

  async hasMembers(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<boolean> {
    return (await sql.query(context, findMember, [tenantId, id])).length > 0;
  }
}

// $1 tenant $2 team
const findTeam = statement('team_find', `select ${teamColumns} from control.team where tenant_id = $1 and id = $2`);

const findJoinable = statement(
  'team_joinable',
  `select id from control.team where tenant_id = $1 and id = $2 and is_active`,
);

const insertTeam = statement(
  'team_insert',
  `insert into control.team (id, tenant_id, name) values ($1, $2, $3) on conflict (tenant_id, lower(name)) do nothing
    returning ${changedRow}`,
);

const changed = laterTime('last_modified_on');

const renameTeam = statement(
  'team_rename',
  `update control.team set name = $2, ${changed} where id = $1 returning ${changedRow}`,
);

const setTeamActive = statement('team_set_active', `update control.team set is_active = $2, ${changed} where id = $1`);

const findMember = statement(
  'team_member',
  `select id from control.membership where tenant_id = $1 and team_id = $2 limit 1`,
);
