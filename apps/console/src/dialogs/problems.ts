import { isFailure } from '../api/failure.ts';

/** The sentences of an answer about a member, or about a part of it. */
export function problemAt(failure: unknown, member: string): string | undefined {
  if (!isFailure(failure)) {
    return undefined;
  }
  const sentences = Object.entries(failure.errors).flatMap(([path, found]) => (isAt(path, member) ? found : []));
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** Those about members that have no field. */
export function problemsElsewhere(failure: unknown, members: readonly string[]): readonly string[] {
  return isFailure(failure)
    ? Object.entries(failure.errors).flatMap(([path, found]) =>
        members.some((member) => isAt(path, member)) ? [] : found.map((sentence) => `${path}: ${sentence}`),
      )
    : [];
}

function isAt(path: string, member: string): boolean {
  return path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`);
}
