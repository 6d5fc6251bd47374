import { nearest } from '@rapport/kernel';
import { z } from 'zod';
import { jsonPath } from './json-path.ts';

type RawIssue = z.core.$ZodRawIssue;

/** Says in a sentence what is wrong and how to fix it, for every issue without a message of its schema's own. */
export function explain(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required; send it.'
        : `This must be ${nameOf(issue.expected)}, not ${kindOf(issue.input, issue.expected)}.`;
    case 'invalid_value':
      return `This must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'unrecognized_keys':
      return unknownMembers(issue.keys, membersOf(issue.inst)).join(separator);
    case 'too_big':
      return `This may ${amount('at most', issue.maximum, issue.origin)}.`;
    case 'too_small':
      return `This must ${amount('at least', issue.minimum, issue.origin)}.`;
    case 'invalid_format':
      return `This must have the form ${issue.format}.`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return 'This is not valid.';
  }
}

/** The problem of a member that none of these is. */
export function unknownMember(member: string, known: readonly string[]): string {
  const meant = nearest(member, known) ?? known.find((word) => otherWords[member.toLowerCase()] === word);
  return `This member is not known here; ${meant === undefined ? 'remove it' : `write ${meant}`}.`;
}

/** The words of other APIs for members of a search, in lower case. */
const otherWords: Readonly<Record<string, string>> = {
  orderby: 'sortBy',
  order: 'sortDirection',
  sort: 'sortBy',
  limit: 'pageSize',
  perpage: 'pageSize',
  take: 'pageSize',
  page: 'pageNumber',
  q: 'searchText',
  query: 'searchText',
  search: 'searchText',
  where: 'filters',
};

/** A caller is told of few members which it may mean: to look for what each of thousands means would take seconds. */
function unknownMembers(members: readonly string[], known: readonly string[]): string[] {
  return members.slice(0, pathsMax + 1).map((member, index) => unknownMember(member, index < meantMax ? known : []));
}

const meantMax = 5;

function membersOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Between the sentences of the unknown members of one object, for which there is one message. */
const separator = '\n';

/** The most wrong paths that an answer names, so that a flood of wrong members costs little. */
export const pathsMax = 20;

/**
 * From each wrong path to everything that is wrong there, until an answer names no more paths. An unknown member is a
 * path of its own.
 */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    if (Object.keys(errors).length > pathsMax) {
      break;
    }
    if (issue.code === 'unrecognized_keys') {
      const messages = issue.message.split(separator);
      for (const [index, member] of issue.keys.slice(0, pathsMax + 1).entries()) {
        add(errors, jsonPath([...issue.path, member]), messages[index] ?? issue.message);
      }
    } else {
      add(errors, jsonPath(issue.path), issue.message);
    }
  }
  return errors;
}

function add(errors: Record<string, string[]>, path: string, message: string): void {
  const messages = Object.hasOwn(errors, path) ? errors[path] : undefined;
  if (messages) {
    messages.push(message);
  } else {
    errors[path] = [message];
  }
}

const typeNames: Record<string, string> = {
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function nameOf(expected: string): string {
  return typeNames[expected] ?? expected;
}

function kindOf(input: unknown, expected: string): string {
  if (input === null) {
    return 'null';
  }
  if (Array.isArray(input)) {
    return 'an array';
  }
  if (typeof input === 'number' && !Number.isFinite(input)) {
    return 'a number that is too large';
  }
  if (expected === 'int' && typeof input === 'number') {
    return 'a fraction';
  }
  return typeNames[typeof input] ?? typeof input;
}

/** A text has characters and an array has items; a number has a size. */
function amount(bound: 'at most' | 'at least', limit: number | bigint, origin: string): string {
  const counted = origin === 'array' ? 'item' : origin === 'string' ? 'character' : undefined;
  return counted === undefined ? `be ${bound} ${limit}` : `have ${bound} ${limit} ${counted}${limit > 1 ? 's' : ''}`;
}
