import { comparing } from './core/compare-checkouts.ts';
import type { BenchWord, CheckoutWord } from './core/word.ts';

/** Every word behind `bench`; its modules are loaded when it runs. */
export const words: Readonly<Record<string, () => Promise<BenchWord>>> = {
  read: async () => (await import('./read/read.ts')).benchRead,
  list: async () => (await import('./read/read.ts')).benchList,
  tenants: async () => (await import('./tenants/tenants.ts')).benchTenants,
  token: async () => (await import('./token/token.ts')).benchToken,
  leak: async () => (await import('./leak/leak.ts')).benchLeak,
  write: async () => (await import('./write/write.ts')).benchWrite,
  edge: async () => (await import('./edge/edge.ts')).benchEdge,
  batch: async () => (await import('./batch/batch.ts')).benchBatch,
  search: async () => (await import('./search/search.ts')).benchSearch,
  feed: async () => (await import('./feed/feed.ts')).benchFeed,
};

/** The words that compare two checkouts. */
export const checkoutWords: Readonly<Record<string, () => Promise<CheckoutWord>>> = {
  read: async () => comparing((await import('./read/read.ts')).readCheckouts),
  list: async () => comparing((await import('./read/read.ts')).listCheckouts),
  write: async () => comparing((await import('./write/write.ts')).writeCheckouts),
  token: async () => comparing((await import('./token/token.ts')).tokenCheckouts),
  batch: async () => comparing((await import('./batch/batch.ts')).batchCheckouts),
  feed: async () => (await import('./feed/feed.ts')).feedCheckouts,
  search: async () => comparing((await import('./search/search.ts')).searchCheckouts),
};
