import { readFile } from 'node:fs/promises';
import { WrongUse } from '@rapport/command-line';
import { ConfigError, readConfig } from '@rapport/config';
import { services, type ServiceDefinition } from '@rapport/installation';
import { nearest } from '@rapport/kernel';
import { z } from 'zod';
import { libraryVariables } from './library-variables.ts';
import { settingsOf } from './service-settings.ts';
import { setByUp } from './set-by-up.ts';

/** From the name of a service to its variables beside those that `up` sets. */
export type GivenSettings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads lines of NAME=value. Each service gets what it reads, and `NAME_FILE` counts as NAME. */
export async function readEnvFile(path: string | undefined): Promise<GivenSettings> {
  if (path === undefined) {
    return {};
  }
  const text = await readFile(path, 'utf8').catch(() => {
    throw new WrongUse(`--env names ${path}, which cannot be read.`);
  });
  const given = linesOf(text, path);
  const readers = await Promise.all(
    services.map(async (service) => ({ service, names: Object.keys((await settingsOf(service.name)).shape) })),
  );
  for (const variable of given.keys()) {
    requireFree(variable, readers);
  }
  const chosen = readers.map(({ service, names }): [string, Record<string, string>] => {
    const known = new Set([...names, ...Object.keys(libraryVariables)]);
    return [service.name, Object.fromEntries([...given].filter(([variable]) => known.has(nameOf(variable, known))))];
  });
  const settings = Object.fromEntries(chosen);
  for (const { service } of readers) {
    await requireGood(service, settings[service.name] ?? {}, path);
  }
  return settings;
}

/** Whether the variables, or the files that they name, say what holds for the name. */
export function isGiven(name: string, variables: Readonly<Record<string, string>>): boolean {
  return Object.hasOwn(variables, name) || Object.hasOwn(variables, `${name}_FILE`);
}

function linesOf(text: string, path: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) {
      continue;
    }
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name === '') {
      throw new WrongUse(`Line ${index + 1} of ${path} is not NAME=value.`);
    }
    if (given.has(name)) {
      throw new WrongUse(`Line ${index + 1} of ${path} gives ${name} a second time.`);
    }
    given.set(name, unquoted(value.trim()));
  }
  return given;
}

/** As a shell would read it, without anything that a shell would replace. */
function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}

interface Reader {
  readonly service: ServiceDefinition;
  readonly names: readonly string[];
}

function requireFree(variable: string, readers: readonly Reader[]): void {
  const known = new Set([...readers.flatMap(({ names }) => names), ...Object.keys(libraryVariables)]);
  const name = nameOf(variable, known);
  if (!known.has(name)) {
    const meant = nearest(name, [...known]);
    const advice = meant === undefined ? 'see docs/operators/settings.md' : `did you mean ${meant}?`;
    throw new WrongUse(`No service reads ${variable}; ${advice}`.replace(/([^?])$/, '$1.'));
  }
  const setter = readers.map(({ service }) => setByUp(service)).find((set) => Object.hasOwn(set, name));
  if (setter !== undefined) {
    const option = setter[name];
    throw new WrongUse(`up sets ${name} itself${option === undefined ? '' : `; say ${option}`}.`);
  }
}

/** Reads the values as the service will, which would otherwise end over them when everything else has started. */
async function requireGood(
  { name }: ServiceDefinition,
  variables: Readonly<Record<string, string>>,
  path: string,
): Promise<void> {
  const { shape } = await settingsOf(name);
  const given = Object.entries(shape).filter(([variable]) => isGiven(variable, variables));
  try {
    readConfig(z.object(Object.fromEntries(given)), { ...variables });
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new WrongUse(`${path} gives what ${name} cannot take: ${error.problems.join(' ')}`);
    }
    throw error;
  }
}

/** NAME of NAME_FILE, where no variable is called like that itself. */
function nameOf(variable: string, known: ReadonlySet<string>): string {
  return known.has(variable) ? variable : variable.replace(/_FILE$/, '');
}
