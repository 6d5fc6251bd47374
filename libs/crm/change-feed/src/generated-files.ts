import { z } from 'zod';
import { changeEvent } from './change-event.ts';

/** The files that are generated from the event's schema and committed, by their paths. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const schema = z.toJSONSchema(changeEvent, { io: 'input', override: ({ jsonSchema }) => withoutPattern(jsonSchema) });
  return { 'docs/integrators/change-event.schema.json': `${JSON.stringify(schema, null, 2)}\n` };
}

/** Drops the pattern beside a format, which says the same and is easier to read. */
function withoutPattern(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) {
    delete schema.pattern;
  }
}
