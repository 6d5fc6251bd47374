import { comparing } from './core/compare-checkouts.ts';
import type { BenchWord, CheckoutWord } from './core/word.ts';

/** Every word behind `bench`; its modules are loaded when it runs. */
export const words: Readonly<Record<string, () => Promise<BenchWord>>> = {
  read: async () => (await import('./read/read.ts')).benchRead,
  list: async () => (await import('./read/read.ts')).benchList,
  tenants: async () => (await import('./tenants/tenants.ts')).benchTenants,
  start: async () => (await import('./start/start.ts')).benchStart,
  token: async () => (await import('./token/token.ts')).benchToken,
  leak: async () => (await import('./leak/leak.ts')).benchLeak,
  write: async () => (await import('./write/write.ts')).benchWrite,
  step: async () => (await import('./step/step.ts')).benchStep,
  view: async () => (await import('./view/view.ts')).benchView,
  edge: async () => (await import('./edge/edge.ts')).benchEdge,
  names: async () => (await import('./names/names.ts')).benchNames,
  batch: async () => (await import('./batch/batch.ts')).benchBatch,
  people: async () => (await import('./people/people.ts')).benchPeople,
  signup: async () => (await import('./signup/signup.ts')).benchSignup,
  surfaces: async () => (await import('./surfaces/surfaces.ts')).benchSurfaces,
  search: async () => (await import('./search/search.ts')).benchSearch,
  mail: async () => (await import('./mail/mail.ts')).benchMail,
  timeline: async () => (await import('./timeline/timeline.ts')).benchTimeline,
  feed: async () => (await import('./feed/feed.ts')).benchFeed,
};

/** The words that compare two checkouts. */
export const checkoutWords: Readonly<Record<string, () => Promise<CheckoutWord>>> = {
  read: async () => comparing((await import('./read/read.ts')).readCheckouts),
  list: async () => comparing((await import('./read/read.ts')).listCheckouts),
  write: async () => comparing((await import('./write/write.ts')).writeCheckouts),
  step: async () => comparing((await import('./step/step.ts')).stepCheckouts),
  token: async () => comparing((await import('./token/token.ts')).tokenCheckouts),
  batch: async () => comparing((await import('./batch/batch.ts')).batchCheckouts),
  feed: async () => (await import('./feed/feed.ts')).feedCheckouts,
  search: async () => comparing((await import('./search/search.ts')).searchCheckouts),
};
