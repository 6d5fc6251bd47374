import type { RequestContext } from '@rapport/kernel';
import type { RecordInput } from '../../defining/definition.ts';
import { versionsOf } from '../../showing/etag.ts';
import { viewerOf } from '../../showing/visibility.ts';
import { changeParameters, definitionsFor, type AllowedChange } from '../body/custom-field-change.ts';

interface UpdateOptions extends AllowedChange {
  readonly ifMatch?: string | undefined;
  /** The stamp that the statement's transaction took before. */
  readonly at?: string;
}

/** The values of an update, by the names of its parameters. */
export function updateValues(
  { actor, trace, visibility }: RequestContext,
  id: string,
  input: RecordInput,
  { set, change, errors, ifMatch, at }: UpdateOptions,
): Readonly<Record<string, unknown>> {
  return {
    ...input,
    customFields: null,
    ...changeParameters(change),
    id,
    scope: visibility.scope,
    viewer: viewerOf(visibility),
    client: actor.clientId,
    versions: versionsOf(ifMatch),
    externalIdSent: input.externalId !== undefined,
    definitions: definitionsFor({ set, errors }),
    actor: actor.userId,
    traceparent: trace.traceparent,
    at,
  };
}
