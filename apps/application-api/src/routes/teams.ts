import { teamContract } from '@rapport/application-contract';
import { implement, searchAnswerOf } from '@rapport/http-contract';
import type { TeamService } from '@rapport/people';
import { creationHeaders, keyOf } from '../creations.ts';
import type { ApplicationContext } from '../guards.ts';
import { etagOf, seenVersion } from '../versions.ts';

export function teamRoutes(teams: TeamService) {
  return implement(teamContract)<ApplicationContext>({
    createTeam: async (context, request) => {
      const { tenant, change } = context;
      const created = await teams.create(change, tenant, request.body.name, keyOf(context, request));
      return { status: 200, body: created.made, headers: creationHeaders(created) };
    },
    updateTeam: async (context, { body: { id, name }, headers }) => {
      const { tenant, change } = context;
      const seen = await seenVersion(headers['if-match'], () => teams.get(context, tenant, id));
      const version = await teams.rename(change, tenant, id, name, seen);
      return { status: 200, body: id, headers: { etag: etagOf(version) } };
    },
    getTeam: async (context, { params }) => {
      const team = await teams.get(context, context.tenant, params.id);
      return { status: 200, body: team, headers: { etag: etagOf(team.lastModifiedOnUtc) } };
    },
    searchTeam: async (context, { body }) => ({
      status: 200,
      body: searchAnswerOf(body, await teams.search(context, context.tenant, body)),
    }),
    disableTeam: async ({ change, tenant }, { params }) => {
      await teams.setActive(change, tenant, params.id, false);
      return { status: 200, body: true };
    },
    enableTeam: async ({ change, tenant }, { params }) => {
      await teams.setActive(change, tenant, params.id, true);
      return { status: 200, body: true };
    },
  });
}
