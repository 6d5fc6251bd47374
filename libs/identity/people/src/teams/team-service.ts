import { changePrincipals } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { onceInControl, theIdItself, type Creation, type RequestKey } from '@rapport/idempotency';
import { AppError, newId, type CallContext, type SearchPage, type TenantRef } from '@rapport/kernel';
import { searchList } from '@rapport/searching';
import { requireUnchanged } from '../unchanged-since.ts';
import { teamList, type TeamSearch } from './team-list.ts';
import type { Team } from './team.ts';
import type { TeamStore } from './team-store.ts';

/** The teams of a tenant. Disabling one leaves the records of its users where they are. */
export class TeamService {
  readonly #database: Database;
  readonly #teams: TeamStore;

  constructor(database: Database, teams: TeamStore) {
    this.#database = database;
    this.#teams = teams;
  }

  async get(context: CallContext, tenant: TenantRef, id: string): Promise<Team> {
    return this.#find(context, this.#database.control, tenant, id);
  }

  async search(context: CallContext, tenant: TenantRef, search: TeamSearch): Promise<SearchPage<Team>> {
    return searchList(context, this.#database.control, teamList, tenant.id, search);
  }

  async create(context: ChangeContext, tenant: TenantRef, name: string, key?: RequestKey): Promise<Creation<string>> {
    return changePrincipals(context, this.#database, tenant, (sql) =>
      onceInControl(context, sql, key, {
        make: async () => {
          const id = newId();
          const lastModifiedOnUtc = await this.#teams.insert(context, sql, tenant.id, id, name);
          if (lastModifiedOnUtc === undefined) {
            throw nameTaken(name);
          }
          await audit(context, sql, tenant.id, 'team.created', id, { name });
          return { made: id, lastModifiedOnUtc };
        },
        ...theIdItself,
      }),
    );
  }

  /** `seen` is the version that the caller saw. Gives the new one. */
  async rename(context: ChangeContext, tenant: TenantRef, id: string, name: string, seen?: string): Promise<string> {
    return changePrincipals(context, this.#database, tenant, async (sql) => {
      const team = await this.#find(context, sql, tenant, id);
      requireUnchanged(team, seen);
      if (team.name === name) {
        return team.lastModifiedOnUtc;
      }
      const version = await this.#teams.rename(context, sql, id, name);
      if (version === undefined) {
        throw nameTaken(name);
      }
      await audit(context, sql, tenant.id, 'team.renamed', id, { name });
      return version;
    });
  }

  async setActive(context: ChangeContext, tenant: TenantRef, id: string, isActive: boolean): Promise<void> {
    await changePrincipals(context, this.#database, tenant, async (sql) => {
      const team = await this.#find(context, sql, tenant, id);
      if (team.isActive === isActive) {
        return;
      }
      if (!isActive && (await this.#teams.hasMembers(context, sql, tenant.id, id))) {
        throw new AppError('resource_in_use', 'Users are in the team; move them to another one first.');
      }
      await this.#teams.setActive(context, sql, id, isActive);
      await audit(context, sql, tenant.id, isActive ? 'team.enabled' : 'team.disabled', id);
    });
  }

  async #find(context: CallContext, sql: Sql, tenant: TenantRef, id: string): Promise<Team> {
    const team = await this.#teams.find(context, sql, tenant.id, id);
    if (!team) {
      throw noTeam(id);
    }
    return team;
  }
}

function noTeam(id: string): AppError {
  return new AppError('not_found', `The tenant has no team ${id}.`);
}

function nameTaken(name: string): AppError {
  return new AppError('name_conflict', `The tenant has a team called ${name} already; choose another name.`);
}
