import type { Operation } from './api-document.ts';

/** The target of a request: an operation, an address that has no such method, or nothing. */
export type Asked =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'method' }
  | { readonly kind: 'nowhere' };

/** Finds what is asked as a router does: a literal segment comes before a parameter. */
export function askedOf(operations: readonly Operation[], method: string, target: string): Asked {
  const path = pathOf(target);
  const fitting = operations
    .filter((operation) => fits(operation.path, path))
    .toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path));
  const [first] = fitting;
  if (first === undefined) {
    return { kind: 'nowhere' };
  }
  const sought = method === 'HEAD' ? 'GET' : method;
  const operation = fitting.find((one) => one.path === first.path && one.method === sought);
  return operation === undefined ? { kind: 'method' } : { kind: 'operation', operation };
}

function pathOf(target: string): string {
  const withoutHost = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '');
  return withoutHost.split(/[?#]/, 1)[0] ?? '';
}

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => {
      const sent = given[index] ?? '';
      return segment.startsWith('{') ? sent !== '' && isDecodable(sent) : segment === sent;
    })
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parametersIn(template: string): number {
  return template.split('{').length - 1;
}
