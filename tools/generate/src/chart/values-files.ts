import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '@rapport/local-platform';
import { chartValues } from './values.ts';

export const chartFolder = join(projectRoot, 'charts', 'rapport');

/** The schema to which Helm holds values before it renders anything. */
export function valuesSchema(): string {
  const schema = z.toJSONSchema(chartValues, {
    io: 'input',
    target: 'draft-7',
    // The chart's own values stand where an installation gives none.
    override: ({ jsonSchema }) => delete jsonSchema.required,
  });
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The page of the chart with a table of its values. */
export async function valuesPage(): Promise<string> {
  const defaults = await readValues('values.yaml');
  const rows = leavesOf(chartValues).map(({ path, description }) => {
    const initial = path.reduce(
      (value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name],
      defaults,
    );
    return `| \`${path.join('.')}\` | ${initial === undefined ? '' : `\`${JSON.stringify(initial)}\``} | ${description} |`;
  });
  return `${introduction}\n| value | default | what it is for |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

export async function readValues(file: string): Promise<Record<string, unknown>> {
  return parse(await readFile(join(chartFolder, file), 'utf8')) as Record<string, unknown>;
}

export interface Leaf {
  readonly path: readonly string[];
  readonly description: string;
}

/** The values that hold no others of this chart's, in the order of the schema. */
export function leavesOf(schema: z.ZodType, path: readonly string[] = []): Leaf[] {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const isStrict = inner instanceof z.ZodObject && inner.def.catchall instanceof z.ZodNever;
  if (!isStrict) {
    return [{ path, description: schema.description ?? '' }];
  }
  // The members of a strict object are types of zod.
  const members = Object.entries(inner.shape) as [string, z.ZodType][];
  return members.flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

const introduction = `# The chart of Rapport

\`\`\`sh
helm install rapport charts/rapport -f charts/rapport/values-evaluation.yaml --wait
\`\`\`

[Install](../../docs/operators/install.md) is the guide: what an evaluation is, what real tenants need, and the keys of the
Secret. \`values-production.yaml\` is an example for those, over which \`values-operators.yaml\` goes where operators make the servers.
\`values.schema.json\` refuses what is not in this table.
`;
