import type { RequestContext } from '@rapport/kernel';
import type { RecordInput } from '../../defining/definition.ts';
import { versionsOf } from '../../showing/etag.ts';
import { viewerValues } from '../../showing/visibility.ts';
import type { WrittenValues } from '../body/body-columns.ts';
import { changeParameters, definitionsFor, type AllowedChange } from '../body/custom-field-change.ts';

interface UpdateOptions extends AllowedChange {
  readonly ifMatch?: string | undefined;
  /** The stamp that the statement's transaction took before. */
  readonly at?: string;
}

/** The values of an update, by the names in its text. */
export function updateValues(
  context: RequestContext,
  id: string,
  input: RecordInput,
  { set, change, errors, ifMatch, at }: UpdateOptions,
): WrittenValues {
  const { actor, trace } = context;
  return {
    ...input,
    customFields: null,
    ...changeParameters(change),
    id,
    ...viewerValues(context),
    client: actor.clientId,
    versions: versionsOf(ifMatch),
    externalIdSent: input.externalId !== undefined,
    definitions: definitionsFor({ set, errors }),
    actor: actor.userId,
    traceparent: trace.traceparent,
    at,
  };
}
