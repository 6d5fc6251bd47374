import { byFlag, byText, commonFilters, commonSorts, searchRequest } from '@rapport/http-contract';
import { readOnly, text } from '@rapport/members';
import { z } from 'zod';
import { byId, crudEndpoints, stepEndpoint } from './crud-endpoints.ts';
import { recordTimes } from './record-times.ts';
import { holding, signedIn } from './user-access.ts';

const search = searchRequest('SearchTeamRequest', {
  filters: { ...commonFilters, isActive: byFlag(), name: byText() },
  sorts: [...commonSorts, 'name'],
  sortedBy: 'name',
  text: ['name'],
  shortcuts: { isActive: { field: 'isActive', operator: 'eq' } },
});

const manages = { group: 'team', singular: 'Team', access: holding('users.manage', 'write') } as const;

const crud = crudEndpoints(
  {
    group: 'team',
    singular: 'Team',
    called: { one: 'a team', many: 'teams' },
    members: { name: text(200).required(), isActive: readOnly(z.boolean()), ...recordTimes },
    reads: signedIn('read'),
    writes: manages.access,
    conflicts: ['name_conflict'],
    search,
  },
  byId,
);

/** Teams, whose members may see each other's records. */
export const teamContract = {
  createTeam: crud.create,
  updateTeam: crud.update,
  getTeam: crud.get,
  searchTeam: crud.search,
  disableTeam: stepEndpoint(
    { ...manages, errors: ['resource_in_use'] },
    'disable',
    byId,
    'Disable a team without members; its records stay where they are',
  ),
  enableTeam: stepEndpoint(manages, 'enable', byId, 'Enable a team again'),
};
