import type { Endpoint } from '@rapport/http-contract';
import { document } from './judged.ts';
import { writtenKinds, type RecordTargets } from './record-targets.ts';

/** A member of a body that names records. */
export interface Reference {
  readonly member: string;
  readonly isList: boolean;
  readonly kind: keyof RecordTargets;
}

/** The members of a body that name records, as the document says; people and the record itself are none. */
export function referencesOf({ operationId }: Endpoint): readonly Reference[] {
  const { requestBody } = document.operations.find((one) => one.operationId === operationId) ?? {};
  const { properties = {} } = document.resolve(requestBody?.content['application/json']?.schema ?? {});
  return Object.entries(properties)
    .filter(
      ([member, { readOnly }]) =>
        /[a-z]Ids?$/.test(member) && !/^(ownerUser|runAsUser|team)Id$/.test(member) && readOnly !== true,
    )
    .map(([member]) => ({ member, isList: member.endsWith('s'), kind: kindNamedBy(member) }));
}

function kindNamedBy(member: string): keyof RecordTargets {
  const found = kindsByWord.find(([word]) => word.test(member));
  if (found === undefined) {
    throw new Error(`The table does not know what ${member} names; add it to kindsByWord.`);
  }
  return found[1];
}

const kindsByWord: readonly (readonly [word: RegExp, kind: keyof RecordTargets])[] = [
  [/^customerGroupId$|^parentId$/, 'CustomerGroup'],
  ...writtenKinds.map((kind) => [new RegExp(kind, 'i'), kind] as const),
];
