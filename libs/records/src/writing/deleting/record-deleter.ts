import type { TenantSql } from '@rapport/database';
import { isUuid, type RequestContext } from '@rapport/kernel';
import { versionsOf } from '../../showing/etag.ts';
import type { WriteStatement } from '../../stamping/parameters.ts';
import type { RecordReader } from '../../reading/record-reader.ts';
import type { Resource } from '../../defining/resource.ts';
import { viewerOf } from '../../showing/visibility.ts';
import { notFound } from '../../reading/not-found.ts';
import { inUse, staleVersion } from '../body/refusals.ts';
import { untilDone } from '../../transacting/until-done.ts';

/** Deletes records that no other record refers to. */
export class RecordDeleter {
  readonly #resource: Resource;
  readonly #reader: RecordReader;
  readonly #delete: WriteStatement;

  constructor(resource: Resource, reader: RecordReader, statement: WriteStatement) {
    this.#resource = resource;
    this.#reader = reader;
    this.#delete = statement;
  }

  async delete(context: RequestContext, sql: TenantSql, id: string, ifMatch: string | undefined): Promise<DeleteRow> {
    if (!isUuid(id)) {
      throw notFound(context, this.#resource);
    }
    const { statement, parameters } = this.#delete;
    const values = parameters.bind(deleteValues(context, id, ifMatch));
    const turn = await sql.turn(context);
    return untilDone(turn, async () => {
      const [row] = await turn.query<DeleteRow>(context, statement, values);
      switch (row?.outcome) {
        case undefined:
          throw notFound(context, this.#resource);
        case 'deleted':
          return row;
        case 'again':
          return null;
        case 'stale':
          throw staleVersion((await this.#reader.get(context, sql, id)).etag);
        case 'in_use':
          throw inUse(row.used);
      }
    });
  }
}

export interface DeleteRow {
  readonly outcome: 'deleted' | 'stale' | 'in_use' | 'again';
  /** The names of the resources whose records refer to this one. */
  readonly used: readonly string[];
  /** Whether parts of it are left, which the fan-out takes. */
  readonly leaves: boolean;
}

export function deleteValues(
  { actor, trace, visibility }: RequestContext,
  id: string,
  ifMatch: string | undefined,
): Record<string, unknown> {
  return {
    id,
    scope: visibility.scope,
    viewer: viewerOf(visibility),
    versions: versionsOf(ifMatch),
    actor: actor.userId,
    traceparent: trace.traceparent,
  };
}
