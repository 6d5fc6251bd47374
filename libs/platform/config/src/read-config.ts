import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export type Environment = Record<string, string | undefined>;

/** All variables that are missing or wrong, in a readable text that never shows a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the variables that the schema names. Each may also come as `NAME_FILE`, the path of a file with the value. An
 * empty variable counts as not set.
 */
export function readConfig<S extends z.ZodObject>(schema: S, environment: Environment = process.env): z.output<S> {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  const unreadable = new Set<string>();
  for (const name of Object.keys(schema.shape)) {
    const { value, problem } = readVariable(name, environment);
    if (value !== undefined) {
      values[name] = value;
    }
    if (problem !== undefined) {
      problems.push(problem);
      unreadable.add(name);
    }
  }
  const parsed = schema.safeParse(values, { error: explain });
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    if (!unreadable.has(name)) {
      problems.push(describe(schema, name, issue));
    }
  }
  if (problems.length > 0 || !parsed.success) {
    throw new ConfigError(problems);
  }
  return parsed.data;
}

/** One variable or the content of its file, and what is wrong with it. */
export function readVariable(name: string, environment: Environment): { value?: string; problem?: string } {
  const value = environment[name];
  const path = environment[`${name}_FILE`];
  if (!path) {
    return value ? { value } : {};
  }
  if (value) {
    return { problem: `${name} and ${name}_FILE are both set: keep one of them.` };
  }
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content ? { value: content } : { problem: `${name}_FILE names an empty file: ${path}` };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { problem: `${name}_FILE names a file that cannot be read (${reason}): ${path}` };
  }
}

function describe(schema: z.ZodObject, name: string, issue: z.core.$ZodIssue): string {
  const field: unknown = schema.shape[name];
  const purpose = isDescribed(field) && field.description ? ` (${field.description})` : '';
  // Of a ring whose ids and keys changed places, a name that is refused is a key.
  const where = issue.code === 'invalid_key' ? '' : issue.path.slice(1).join('.');
  return `${name}${purpose} ${where ? `at ${where}: ` : ''}${issue.message}. Set ${name} or ${name}_FILE.`;
}

function isDescribed(field: unknown): field is { description?: string } {
  return typeof field === 'object' && field !== null && 'description' in field;
}

/** The library's own messages may quote a value, and a value may be a secret. */
function explain(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return 'is not set';
  }
  if (issue.code === 'invalid_value') {
    return `must be one of ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'invalid_type') {
    return `must be of the type ${issue.expected}`;
  }
  return issue.code === 'invalid_key' ? 'has a name that is not valid' : 'is not valid';
}
