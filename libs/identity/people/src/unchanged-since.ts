import { AppError } from '@rapport/kernel';

/** Throws 409 where a caller changes what it saw in another version. A caller that saw none changes the present one. */
export function requireUnchanged(current: { readonly lastModifiedOnUtc: string }, seen: string | undefined): void {
  if (seen !== undefined && seen !== current.lastModifiedOnUtc) {
    throw new AppError(
      'concurrency_conflict',
      'It was changed since it was read; read it again and repeat the change.',
    );
  }
}
