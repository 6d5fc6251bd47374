import { isBeside, isReference, itself, type AnyKind } from '@rapport/kinds';
import { isStored } from '@rapport/members';
import {
  countryField,
  currencyField,
  emailField,
  emailOfPerson,
  requiredCountry,
  websiteField,
} from '@rapport/members/fields';
import { z } from 'zod';

/** A part of an OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly readOnly?: boolean;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly description?: string;
  readonly 'x-operators'?: Readonly<Record<string, readonly string[]>>;
}

interface Around {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly kind: AnyKind | undefined;
  /** All members of the list. */
  readonly names: readonly string[];
}

/** A member as the console knows it, or undefined where it is shown as a part of another one. */
export function describedMember(name: string, schema: Schema, around: Around): object | undefined {
  const { kind, names } = around;
  const own = kind?.members[name];
  if ((own !== undefined && isBeside(own)) || (name === 'ownerName' && names.includes('ownerUserId'))) {
    return undefined;
  }
  const known = resolved(schema, around.schemas);
  const { maxLength, minimum, maximum, maxItems, description } = { ...known, ...schema };
  const stored = isStored(own) ? own.stored : undefined;
  const words = stored?.words ?? wordsIn(known);
  return {
    type: typeOf(name, known, around.schemas),
    ...(words && { words }),
    ...(known.enum?.some((one) => typeof one === 'number') && { isNumbered: true }),
    ...(maxLength !== undefined && { max: maxLength }),
    ...(isNumber(known) && boundsOf({ min: minimum, max: maximum })),
    ...(maxItems !== undefined && { countMax: maxItems }),
    ...(stored?.default !== undefined && { default: stored.default }),
    ...(stored?.defaultBy && { defaultBy: stored.defaultBy }),
    ...referenceOf(name, around),
    ...(description && { about: description }),
  };
}

/** The schema behind a reference and beside null. */
function resolved(schema: Schema, schemas: Around['schemas']): Schema {
  const { $ref, anyOf } = schema;
  if ($ref !== undefined) {
    return resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  }
  const other = anyOf?.find(({ type }) => type !== 'null');
  return other ? resolved(other, schemas) : schema;
}

function typeOf(name: string, schema: Schema, schemas: Around['schemas']): string {
  const [type] = [schema.type ?? []].flat().filter((one) => one !== 'null');
  if (schema.enum) {
    return 'word';
  }
  if (type === 'array') {
    return listType(name, resolved(schema.items ?? {}, schemas));
  }
  if (type === 'object') {
    return 'countryCode' in (schema.properties ?? {}) ? 'address' : 'part';
  }
  const simple = { boolean: 'flag', integer: 'integer', number: 'amount' }[type ?? ''];
  return simple ?? textType(name, schema);
}

function listType(name: string, { format, properties }: Schema): string {
  if (name === 'customFields') {
    return 'customFields';
  }
  return format === 'uuid' ? 'ids' : properties ? 'amounts' : 'texts';
}

function textType(name: string, { format, pattern, maxLength = 0 }: Schema): string {
  const byFormat = { uuid: 'id', date: 'date', 'date-time': 'time' }[format ?? ''];
  const byPattern = patterns.find(([, known]) => known === pattern)?.[0];
  return byFormat ?? byPattern ?? (/phone$/i.test(name) ? 'phone' : maxLength > 1_000 ? 'lines' : 'text');
}

/** Texts of these types are known by their patterns. */
const patterns = [
  ['email', patternOf(emailField())],
  ['website', patternOf(websiteField())],
  ['currency', patternOf(currencyField())],
  ['country', patternOf(countryField())],
  ['country', patternOf(requiredCountry())],
  ['email', patternOf(emailOfPerson())],
] as const;

function patternOf(field: z.ZodType): string | undefined {
  return (z.toJSONSchema(field, { io: 'input' }) as Schema).pattern;
}

function wordsIn({ enum: list }: Schema): readonly string[] | undefined {
  return list?.filter((word) => typeof word === 'string');
}

function isNumber({ type }: Schema): boolean {
  return [type].flat().some((one) => one === 'integer' || one === 'number');
}

/** The bounds that a person may meet; those of what a number can be at all are none. */
function boundsOf(bounds: Readonly<Record<'min' | 'max', number | undefined>>): object {
  const met = Object.entries(bounds).filter(([, bound]) => Math.abs(bound ?? Infinity) < Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(met);
}

/** The list of the records that a member names, and the member with the name that is shown of them. */
function referenceOf(name: string, { kind, names }: Around): object {
  const member = kind?.members[name];
  if (isReference(member)) {
    const { target, weakTo } = member.named;
    const list =
      target === itself ? kind?.resource.name : target && 'resource' in target ? target.resource.name : undefined;
    const table = target && typeof target === 'object' && 'table' in target ? target.table : weakTo;
    const beside = Object.entries(kind?.members ?? {}).find(([, other]) => isBeside(other) && other.of === name)?.[0];
    return { of: tables[list ?? ''] ?? list ?? tables[table ?? ''], ...(beside !== undefined && { name: beside }) };
  }
  const of = others[name];
  return of === undefined
    ? {}
    : { of, ...(name === 'ownerUserId' && names.includes('ownerName') && { name: 'ownerName' }) };
}

const tables: Readonly<Record<string, string>> = {
  customer_group: 'customerGroups',
  customer_groups: 'customerGroups',
  customer: 'customers',
  contact: 'contacts',
  lead: 'leads',
  opportunity: 'opportunities',
  campaign: 'campaigns',
};

/** Members of no kind that name something. */
const others: Readonly<Record<string, string>> = {
  ownerUserId: 'users',
  runAsUserId: 'users',
  teamId: 'teams',
  roles: 'roles',
};
