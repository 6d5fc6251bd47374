import type { TenantSql } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import type { Referrer } from '../definition.ts';
import { etagOf, versionsOf } from '../etag.ts';
import type { WriteStatement } from '../parameters.ts';
import type { Resource } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import { viewerOf } from '../visibility.ts';
import { deleteStatement } from './delete-statement.ts';
import { inUse, notFound, staleVersion } from './refusals.ts';
import { untilDone } from './until-done.ts';

/** Deletes records that no other record refers to. */
export class RecordDeleter {
  readonly #resource: Resource;
  readonly #delete: WriteStatement;

  constructor(resource: Resource, referrers: readonly Referrer[], rules: RecordRules) {
    this.#resource = resource;
    this.#delete = deleteStatement(resource, referrers, rules);
  }

  async delete(context: RequestContext, sql: TenantSql, id: string, ifMatch: string | undefined): Promise<void> {
    if (!isUuid(id)) {
      throw notFound(this.#resource);
    }
    const { statement, parameters } = this.#delete;
    const values = parameters.bind(deleteValues(context, id, ifMatch));
    const turn = await sql.turn(context);
    await untilDone(turn, async () => {
      const [row] = await turn.query<DeleteRow>(context, statement, values);
      switch (row?.outcome) {
        case undefined:
          throw notFound(this.#resource);
        case 'deleted':
          return row;
        case 'again':
          return null;
        case 'stale':
          throw staleVersion(etagOf(row.version, { externalId: row.externalId, hidden: [], definitions: 0 }));
        case 'in_use':
          throw inUse(row.used);
      }
    });
  }
}

interface DeleteRow {
  readonly outcome: 'deleted' | 'stale' | 'in_use' | 'again';
  readonly version: number;
  readonly externalId: string | null;
  /** The names of the resources whose records refer to this one. */
  readonly used: readonly string[];
}

function deleteValues(
  { actor, trace, visibility }: RequestContext,
  id: string,
  ifMatch: string | undefined,
): Record<string, unknown> {
  return {
    id,
    scope: visibility.scope,
    viewer: viewerOf(visibility),
    client: actor.clientId,
    versions: versionsOf(ifMatch),
    actor: actor.userId,
    traceparent: trace.traceparent,
  };
}
