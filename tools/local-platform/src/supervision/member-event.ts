import type { Exit } from '@rapport/local-servers';

/** An event of a member's process. */
export type MemberEvent = { readonly name: string; readonly instance: number } & (
  | { readonly happened: 'started'; readonly pid: number | null }
  | { readonly happened: 'ready'; readonly isFirstTime: boolean }
  | { readonly happened: 'degraded' }
  | { readonly happened: 'ended'; readonly exit: Exit; readonly isMeant: boolean }
  | { readonly happened: 'failed'; readonly error: unknown }
);
