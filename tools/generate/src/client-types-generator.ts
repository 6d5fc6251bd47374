import { generatedFiles } from '@rapport/public-contract';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Schemas = Readonly<Record<string, Schema>>;

/** The types of the client for integrators, and what its copies know of members, from the document of the public API. */
export const clientTypesGenerator = {
  name: 'types of the client',
  async run(): Promise<Record<string, string>> {
    const text = generatedFiles()['libs/contracts/public-contract/openapi.json'] ?? '{}';
    const { openapi, info, components } = JSON.parse(text) as OpenAPI3 & { components: { schemas: Schemas } };
    const types = await openapiTS({ openapi, info, paths: {}, components: { schemas: components.schemas } });
    return {
      'libs/client/src/generated/components.ts': `${origin}${astToString(types)}`,
      'libs/client/src/generated/members.ts': membersText(components.schemas),
    };
  },
};

const origin = '// Made of the document of the public API by `./rapport generate`.\n\n';

const records = { customers: 'Customer', contacts: 'Contact', leads: 'Lead', opportunities: 'Opportunity' } as const;

function membersText(schemas: Schemas): string {
  const lines = Object.entries(records).flatMap(([resource, schema]) => [
    `  ${resource}: [`,
    ...Object.entries(schemas[schema]?.properties ?? {}).map(
      ([name, member]) => `    { name: '${name}', type: '${typeOf(member, schemas)}' },`,
    ),
    '  ],',
  ]);
  return [
    `${origin}/** How a database shows a member. */`,
    "export type MemberType = 'text' | 'id' | 'number' | 'boolean' | 'date' | 'time' | 'json';",
    '',
    'export const members = {',
    ...lines,
    '} as const satisfies Record<string, readonly { name: string; type: MemberType }[]>;',
    '',
  ].join('\n');
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const known = schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? ''];
  const [member = known] = known?.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (member !== known && member !== undefined) {
    return typeOf(member, schemas);
  }
  const [type] = [member?.type ?? 'string'].flat().filter((one) => one !== 'null');
  if (type === 'string') {
    return formats[member?.format ?? ''] ?? 'text';
  }
  return type === 'integer' || type === 'number' ? 'number' : type === 'boolean' ? 'boolean' : 'json';
}

const formats: Readonly<Record<string, string>> = { uuid: 'id', date: 'date', 'date-time': 'time' };
