import type { Member } from '../described.ts';
import { listOf, memberOf } from './records.ts';

/** The words of operators, as they stand between a member and a value. */
export const operatorWords: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  contains: 'contains',
  startsWith: 'begins with',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  isNull: 'has no value',
  isNotNull: 'has a value',
};

/** The members by which a person filters a list, in the order of its records. */
export function filterableMembers(list: string): readonly string[] {
  const { members, filters } = listOf(list);
  return Object.keys(members).filter((name) => Object.hasOwn(filters, name));
}

/** Equality is the first. Several filters say what a list of values would say of one. */
export function operatorsOf(list: string, field: string): readonly string[] {
  return (listOf(list).filters[field] ?? []).filter((operator) => operator in operatorWords);
}

/** The field in which a filter's value is typed. A part of an address is looked for as well, so it is plain text there. */
export function fieldOfFilter(list: string, field: string): Member {
  const member: Member = memberOf(list, field) ?? { type: 'text' };
  return member.type === 'lines' || member.type === 'email' || member.type === 'website'
    ? { ...member, type: 'text' }
    : member;
}

export function takesNoValue(operator: string): boolean {
  return operator === 'isNull' || operator === 'isNotNull';
}
