/** The address of every page, below /console. */
export const addresses = [
  '/',
  '/callback',
  '/sign-up',
  '/home',
  '/search',
  '/customers',
  '/contacts',
  '/leads',
  '/opportunities',
  '/opportunities/board',
  '/activities',
  '/campaigns',
  '/customers/$id',
  '/contacts/$id',
  '/leads/$id',
  '/opportunities/$id',
  '/activities/$id',
  '/campaigns/$id',
] as const;

export type Address = (typeof addresses)[number];
