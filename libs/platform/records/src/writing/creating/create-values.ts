import type { RequestContext } from '@rapport/kernel';
import type { RecordInput } from '../../defining/definition.ts';
import { etagOf, versionTag } from '../../showing/etag.ts';
import type { WriteAnswer } from '../../defining/surface.ts';
import { viewerValues } from '../../showing/visibility.ts';
import type { WrittenValues } from '../body/body-columns.ts';
import { changeParameters, definitionsFor, type AllowedChange } from '../body/custom-field-change.ts';
import { keyHolderOf, type IdempotencyKey } from '../../transacting/idempotency.ts';

export interface CreateOptions extends AllowedChange {
  readonly key?: IdempotencyKey | undefined;
  /** The stamp that the statement's transaction took before. */
  readonly at?: string;
  /** The answer of the surface: the record, unless it says otherwise. */
  readonly answers?: WriteAnswer;
}

/** The values of a create, by the names in its text. */
export function createValues(
  context: RequestContext,
  id: string,
  input: RecordInput,
  { set, change, errors, isRefused, key, at, answers = 'record' }: CreateOptions,
): WrittenValues {
  const { actor, trace } = context;
  return {
    ...input,
    id,
    ownerUserId: input.ownerUserId ?? actor.userId,
    ownerGiven: (input.ownerUserId ?? null) !== null,
    ...viewerValues(context),
    client: actor.clientId,
    keyHolder: keyHolderOf(actor),
    key: key?.key,
    fingerprint: key?.fingerprint,
    etag: key && firstEtag(input, set.number, answers),
    definitions: definitionsFor({ set, errors, isRefused }),
    customFields: changeParameters(change).customFields,
    shownKeys: set.keys,
    actor: actor.userId,
    traceparent: trace.traceparent,
    at,
  };
}

/** A new record shows every name that it copies, because its caller may name only what it sees. */
export function firstEtag({ externalId }: RecordInput, definitions: number, answers: WriteAnswer): string {
  return answers === 'id' ? versionTag(1) : etagOf(1, { externalId: externalId ?? null, hidden: [], definitions });
}
