import { z } from 'zod';
import { changeEvent } from './change-event.ts';

/** What is generated from the event's schema and committed, by its path in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const schema = z.toJSONSchema(changeEvent, { io: 'input', override: ({ jsonSchema }) => withoutPattern(jsonSchema) });
  return { 'docs/integrators/change-event.schema.json': `${JSON.stringify(schema, null, 2)}\n` };
}

/** A format says what the pattern beside it says, and can be read. */
function withoutPattern(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) {
    delete schema.pattern;
  }
}
