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
    const [row] = await sql.query<Team>(context, findTeam.with({ tenantId, id }));
    return row;
  }

  /** Whether a user can be put into the team. */
  async isJoinable(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<boolean> {
    return (await sql.query(context, findJoinable.with({ tenantId, id }))).length > 0;
  }

  /** The version of the new team; undefined if the tenant has one of that name. */
  async insert(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    id: string,
    name: string,
  ): Promise<string | undefined> {
    const [row] = await sql.query<ChangedRow>(context, insertTeam.with({ id, tenantId, name }));
    return row?.lastModifiedOnUtc;
  }

  /** The new version; undefined if the tenant has another team of that name. */
  async rename(context: CallContext, sql: Sql, id: string, name: string): Promise<string | undefined> {
    try {
      return versionOf(await sql.query<ChangedRow>(context, renameTeam.with({ id, name })));
    } catch (error) {
      if (isUniqueViolation(error, 'team_name_taken')) {
        return undefined;
      }
      throw error;
    }
  }

  async setActive(context: CallContext, sql: Sql, id: string, isActive: boolean): Promise<void> {
    await sql.query(context, setTeamActive.with({ id, isActive }));
  }

  async hasMembers(context: CallContext, sql: Sql, tenantId: string, id: string): Promise<boolean> {
    return (await sql.query(context, findMember.with({ tenantId, teamId: id }))).length > 0;
  }
}

const findTeam = statement(
  'team_find',
  `select ${teamColumns} from control.team where tenant_id = :tenantId and id = :id`,
);

const findJoinable = statement(
  'team_joinable',
  `select id from control.team where tenant_id = :tenantId and id = :id and is_active`,
);

const insertTeam = statement(
  'team_insert',
  `insert into control.team (id, tenant_id, name) values (:id, :tenantId, :name) on conflict (tenant_id, lower(name)) do nothing
    returning ${changedRow}`,
);

const changed = laterTime('last_modified_on');

const renameTeam = statement(
  'team_rename',
  `update control.team set name = :name, ${changed} where id = :id returning ${changedRow}`,
);

const setTeamActive = statement(
  'team_set_active',
  `update control.team set is_active = :isActive, ${changed} where id = :id`,
);

const findMember = statement(
  'team_member',
  `select id from control.membership where tenant_id = :tenantId and team_id = :teamId limit 1`,
);
