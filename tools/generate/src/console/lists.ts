import { applicationDocument, contracts } from '@rapport/application-contract';
import { kinds, type AnyKind, type States } from '@rapport/kinds';
import { describedMember, type Schema } from './described-members.ts';

/** The lists of the application API, by the names under which the console has them. */
export function listsOfConsole(): Readonly<Record<string, object>> {
  const { schemas = {} } = (applicationDocument() as unknown as Document).components;
  return Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, listOf(name, group, schemas)]));
}

interface Document {
  readonly components: { readonly schemas?: Schemas };
}

type Schemas = Readonly<Record<string, Schema>>;

interface Group {
  /** The name of one record, as operations and schemas are called. */
  readonly singular: string;
  /** The schema of its items, where it is called otherwise. */
  readonly item?: string;
  readonly request?: string;
}

/** The lists whose records are no kind have none of its rules. */
const groups: Readonly<Record<string, Group>> = {
  customers: { singular: 'Customer' },
  contacts: { singular: 'Contact' },
  leads: { singular: 'Lead' },
  opportunities: { singular: 'Opportunity' },
  activities: { singular: 'Activity' },
  campaigns: { singular: 'Campaign' },
  customerGroups: { singular: 'CustomerGroup', item: 'CustomerGroupDto' },
  shippingAddresses: { singular: 'CustomerShippingAddress', item: 'CustomerShippingAddressDto' },
  campaignMembers: { singular: 'CampaignMember', item: 'SearchCampMemberDto', request: 'SearchCampMemberRequest' },
  users: { singular: 'User' },
  roles: { singular: 'Role' },
  teams: { singular: 'Team' },
  apiClients: { singular: 'ApiClient' },
  customFields: { singular: 'CustomField' },
};

const steps = ['set*Stage', 'set*Status'];

function listOf(name: string, group: Group, schemas: Schemas): object {
  const { singular, item = `Search${singular}Dto`, request = `Search${singular}Request` } = group;
  const kind = (kinds as Readonly<Record<string, AnyKind>>)[name];
  const shown = schemas[item] ?? missing(item);
  const create = schemas[`Create${singular}Request`];
  const detail = schemas[`Get${singular}DetailDto`] ?? schemas[`Update${singular}Request`] ?? {};
  // A body says its read-only members first.
  const inBody = Object.keys(create?.properties ?? {}).toSorted(
    (a, b) => Number(isTaken(create, b)) - Number(isTaken(create, a)),
  );
  const names = new Set([...Object.keys(kind?.members ?? {}), ...inBody]);
  const all = [...new Set([...names, ...Object.keys(shown.properties ?? {})])].filter((member) => member !== 'id');
  const search = schemas[request] ?? missing(request);
  const filters = schemas[request.replace(/Request$/, 'Filter')];
  return {
    one: kind?.called.one.replace(/^an? /, '') ?? inWords(singular),
    operations: operationsOf(singular),
    members: membersOf(all, { create, update: schemas[`Update${singular}Request`], shown, detail, schemas, kind }),
    items: Object.keys(shown.properties ?? {}),
    // The searches of what is no kind look in names and the like, where they know words at all.
    words: kind?.search.words ?? (search.properties?.['searchText'] ? ['name'] : []),
    filters: filters?.['x-operators'] ?? {},
    sorts: wordsOf(search.properties?.['sortBy'], schemas),
    ...(kind?.states && { states: withoutEffects(kind.states) }),
  };
}

/** The page shows a record's next state as it reads it again. */
function withoutEffects({ effects: _, ...states }: States): Omit<States, 'effects'> {
  return states;
}

interface Forms {
  readonly create: Schema | undefined;
  readonly update: Schema | undefined;
  readonly shown: Schema;
  readonly detail: Schema;
  readonly schemas: Schemas;
  readonly kind: AnyKind | undefined;
}

function membersOf(names: readonly string[], { create, update, shown, detail, schemas, kind }: Forms): object {
  const described = names.flatMap((name) => {
    const taken = written(create?.properties?.[name]);
    const schema = taken ?? shown.properties?.[name] ?? detail.properties?.[name];
    const member = schema && describedMember(name, schema, { schemas, kind, names });
    const isRequired = create?.required?.includes(name) === true;
    const isFixed = taken !== undefined && update?.properties?.[name]?.readOnly === true;
    const rules = {
      ...(isRequired && { isRequired }),
      ...(isFixed && { isFixed }),
      ...(!taken && { isReadOnly: true }),
    };
    return member ? [[name, { ...member, ...rules }] as const] : [];
  });
  return Object.fromEntries(described);
}

function isTaken(body: Schema | undefined, name: string): boolean {
  return written(body?.properties?.[name]) !== undefined;
}

/** A member that a body may not set stands in its schema all the same, as read-only. */
function written(schema: Schema | undefined): Schema | undefined {
  return schema?.readOnly === true ? undefined : schema;
}

function operationsOf(singular: string): Readonly<Record<string, string>> {
  const known = contracts['application-api'];
  const named = [
    ...['search', 'get', 'create', 'update', 'delete', 'add'].map((act) => [act, `${act}${singular}`] as const),
    ...steps.map((step) => ['step', step.replace('*', singular)] as const),
  ];
  return Object.fromEntries(named.filter(([, name]) => name in known));
}

function wordsOf(schema: Schema | undefined, schemas: Schemas): readonly unknown[] {
  const reference = schema?.anyOf?.find(({ $ref }) => $ref !== undefined)?.$ref ?? schema?.$ref;
  return schemas[reference?.split('/').at(-1) ?? '']?.enum ?? [];
}

function inWords(singular: string): string {
  return singular === 'ApiClient'
    ? 'API client'
    : singular.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function missing(schema: string): never {
  throw new Error(`the document of the application API has no ${schema}`);
}
