import { takesToken, type Access, type Right } from './endpoint.ts';
import { queryValues } from './parsing/query-values.ts';

/** The scope of a tenant's users. No permission is beside it, because every person of a tenant may look its users up. */
export const usersScope = 'users.read';

/**
 * The right that a request needs, or undefined where there is none to ask for: the access takes no token, or the query
 * does not choose a right as it should. Such a query is refused when the request is parsed, after every check of a token.
 */
export function neededRight(access: Access, search: string): Right | undefined {
  if (takesToken(access)) {
    return access;
  }
  if (typeof access !== 'object' || !('chosenBy' in access)) {
    return undefined;
  }
  const { values, errors } = queryValues(search, [access.chosenBy]);
  const choice = values[access.chosenBy];
  const isChosen = choice !== undefined && errors?.[access.chosenBy] === undefined;
  return isChosen && Object.hasOwn(access.rights, choice) ? access.rights[choice] : undefined;
}

/** Every right that some request to the endpoint needs. */
export function rightsOf(access: Access): readonly Right[] {
  if (takesToken(access)) {
    return [access];
  }
  return typeof access === 'object' && 'chosenBy' in access ? Object.values(access.rights) : [];
}
