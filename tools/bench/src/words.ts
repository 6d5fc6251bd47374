import type { BenchWord } from './core/word.ts';

/** Every word behind `bench`; what it needs is loaded when it runs. */
export const words: Readonly<Record<string, () => Promise<BenchWord>>> = {
  read: async () => (await import('./read/read.ts')).benchRead,
  list: async () => (await import('./read/read.ts')).benchList,
  token: async () => (await import('./token/token.ts')).benchToken,
  leak: async () => (await import('./leak/leak.ts')).benchLeak,
  feed: async () => (await import('./feed/feed.ts')).benchFeed,
};
