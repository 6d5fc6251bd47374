import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { services } from '@rapport/installation';
import { z } from 'zod';
import { projectRoot } from '../project.ts';

/** A variable that a service reads. */
export interface Setting {
  readonly name: string;
  /** In words. */
  readonly takes: string;
  readonly purpose: string;
  /** The value that holds where none is given. */
  readonly initial: string | undefined;
  readonly isNeeded: boolean;
}

/** The settings that a service reads, which stand beside its entry. */
export async function settingsOf(service: string): Promise<z.ZodObject> {
  const entry = services.find(({ name }) => name === service)?.entry ?? '';
  const file = join(projectRoot, dirname(entry), 'config.ts');
  // Every service's settings are an object of zod under this name.
  return ((await import(pathToFileURL(file).href)) as { config: z.ZodObject }).config;
}

/** The settings in words, in their order. */
export async function shownSettingsOf(service: string): Promise<Setting[]> {
  // The members of an object are types of zod.
  const members = Object.entries((await settingsOf(service)).shape) as [string, z.ZodType][];
  return members.map(([name, schema]) => {
    const { inner, initial, isNeeded } = unwrapped(schema);
    return { name, takes: takesOf(inner), purpose: schema.description ?? '', initial, isNeeded };
  });
}

interface Unwrapped {
  readonly inner: z.ZodType;
  readonly initial: string | undefined;
  readonly isNeeded: boolean;
}

/** The value that holds where none is given stands around the type of those that may be. */
function unwrapped(schema: z.ZodType): Unwrapped {
  if (schema instanceof z.ZodOptional) {
    return { inner: schema.unwrap() as z.ZodType, initial: undefined, isNeeded: false };
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return { inner: schema.unwrap() as z.ZodType, initial: String(schema.def.defaultValue), isNeeded: false };
  }
  return { inner: schema, initial: undefined, isNeeded: true };
}

function takesOf(schema: z.ZodType): string {
  const { takes } = schema.meta() ?? {};
  if (typeof takes === 'string') {
    return takes;
  }
  return schema instanceof z.ZodEnum ? `one of ${schema.options.join(', ')}` : 'a text';
}
