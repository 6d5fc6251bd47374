import { namesIgnored, RawJson, type Answer } from '@rapport/http-contract';
import { canonicalJson, type CheckedRequest } from '@rapport/http-contract/parsing';
import type { Exchange } from '../exchange.ts';

/** Names in the answer what the request said in vain: parameters that are not known, and read-only members with other values. */
export function nameIgnored(
  exchange: Exchange,
  { unknownParameters, droppedMembers }: Pick<CheckedRequest, 'unknownParameters' | 'droppedMembers'>,
  answer: Answer,
): void {
  const isAllUsed = unknownParameters.length === 0 && droppedMembers === undefined;
  if (isAllUsed || !namesIgnored(exchange.endpoint)) {
    return;
  }
  const ignored = [...unknownParameters, ...otherValues(exchange, droppedMembers, answer)].filter(
    (name) => name !== '',
  );
  if (ignored.length > 0) {
    exchange.setHeader('rapport-ignored', ignored.slice(0, namesMax).map(asToken).join(', '));
  }
}

const namesMax = 20;
const nameLengthMax = 100;

/** A name comes from the caller, and a header takes few characters. */
function asToken(name: string): string {
  return encodeURIComponent(name.slice(0, nameLengthMax).toWellFormed());
}

/** The dropped members whose values are not those of the record. The body is sent back by many callers, so most are. */
function otherValues(
  { endpoint }: Exchange,
  dropped: Readonly<Record<string, unknown>> | undefined,
  { body }: Answer,
): string[] {
  if (dropped === undefined) {
    return [];
  }
  const record = (RawJson.is(body) ? body.value : body) as Readonly<Record<string, unknown>> | undefined;
  return Object.keys(dropped).filter(
    (name) =>
      !(endpoint.method === 'put' && name === stamped) &&
      canonicalJson(dropped[name] ?? null) !== canonicalJson(record?.[name] ?? null),
  );
}

/** An update gives the record a new one, so the one that was read is another. */
const stamped = 'lastModifiedOnUtc';
