import { z } from 'zod';
import { changeEvent } from './change-event.ts';

/** What is generated from the event's schema and committed, by its path in the repository. */
export function generatedFiles(): Readonly<Record<string, string>> {
  const schema = z.toJSONSchema(changeEvent, { io: 'output' });
  return { 'docs/integrators/change-event.schema.json': `${JSON.stringify(schema, null, 2)}\n` };
}
