import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Steps leave the names of their record as they are. No part of the product can be asked for that, because an update is
 * composed with its names; so the source of the step is another one here.
 */
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.endsWith('/records/src/writing/stepping/step-statement.ts')) {
      return loaded;
    }
    const source = readFileSync(fileURLToPath(url), 'utf8');
    const without = source.replace("nameFor: nameBehind('stamped.at')", 'nameFor: ({ copy }) => `record.${copy}`');
    if (without === source) {
      throw new Error('a step copies names in another way now');
    }
    return { ...loaded, source: without };
  },
});
await import('@rapport/application-api');
