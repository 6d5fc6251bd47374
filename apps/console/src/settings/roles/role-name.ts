import { builtInRoles } from '../../generated/rights.ts';
import { inWords } from '../../words/labels.ts';

export interface Role {
  readonly code: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly isActive: boolean;
}

/** People know the built-in roles by the words of their codes. */
export function roleName({ code, name }: Pick<Role, 'code' | 'name'>): string {
  return isBuiltIn(code) ? inWords(code) : name;
}

export function isBuiltIn(code: string): boolean {
  return (builtInRoles as readonly string[]).includes(code);
}
