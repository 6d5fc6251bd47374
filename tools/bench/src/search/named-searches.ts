import { commonWord, rareWord } from './crowded-records.ts';

export type Viewer = 'own' | 'team' | 'all';

/** A request of the bench, by its name in the report. */
export interface NamedSearch {
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string;
  /** Without one it is a GET. */
  readonly body?: object;
}

const lastPage = { pageNumber: 50, pageSize: 200 };

function search(name: string, kind: string, body: object = {}, viewer: Viewer = 'all'): NamedSearch {
  return { name, viewer, path: `/api/v1/${kind}/search`, body };
}

/** The searches of people: none, rare, common, short and absent words, each shortcut, each sort, each data scope. */
export function namedSearches(rareGroupId: string, rareCustomerId: string): NamedSearch[] {
  return [
    search('customers, nothing asked', 'customer'),
    search('customers, nothing asked, own', 'customer', {}, 'own'),
    search('customers, nothing asked, team', 'customer', {}, 'team'),
    search('customers, the last page of the window', 'customer', lastPage),
    search('customers, a rare word', 'customer', { searchText: rareWord }),
    search('customers, a rare word, team', 'customer', { searchText: rareWord }, 'team'),
    search('customers, a common word', 'customer', { searchText: commonWord }),
    search('customers, a common word, own', 'customer', { searchText: commonWord }, 'own'),
    search('customers, a common word, team', 'customer', { searchText: commonWord }, 'team'),
    search('customers, a common word, the last page', 'customer', { searchText: commonWord, ...lastPage }),
    search('customers, a word of two letters', 'customer', { searchText: 'ka' }),
    search('customers, an absent word', 'customer', { searchText: 'yokböyle' }),
    search('customers, two words', 'customer', { searchText: `${commonWord} ${rareWord}` }),
    search('customers, a common and a short word', 'customer', { searchText: `${commonWord} ka` }),
    search('customers by name', 'customer', { sortBy: 'name' }),
    search('customers by code, downwards', 'customer', { sortBy: 'code', sortDirection: 'desc' }),
    search('customers by name, own', 'customer', { sortBy: 'name' }, 'own'),
    search('customers of a rare type', 'customer', { customerType: 'prospect' }),
    search('customers of the common type', 'customer', { customerType: 'customer' }),
    search('customers of a rare group, by name', 'customer', { customerGroupId: rareGroupId, sortBy: 'name' }),
    search('contacts of a customer', 'contact', { customerId: rareCustomerId }),
    search('contacts by last name, with a common word', 'contact', { searchText: commonWord, sortBy: 'lastName' }),
    search('a contact by its e-mail address', 'contact', { email: 'm4711@bench.example' }),
    search('leads of a rare status', 'lead', { status: ['qualified'] }),
    search('leads of the common status, by company', 'lead', { status: ['new'], sortBy: 'companyName' }),
    search('leads of a rare source', 'lead', { source: ['referral'] }),
    search('activities of a rare type', 'activity', { activityType: ['visit'] }),
    search('activities that are due, by time', 'activity', {
      status: ['plan'],
      dueTo: '2030-01-01T00:00:00Z',
      sortBy: 'dueOnUtc',
    }),
    search('activities of a customer', 'activity', { customerId: rareCustomerId }),
    search('activities of the team, with a common word', 'activity', { searchText: commonWord }, 'team'),
    { name: 'report/pipeline', viewer: 'all', path: '/api/v1/report/pipeline' },
    { name: 'dashboard/summary', viewer: 'all', path: '/api/v1/dashboard/summary' },
    { name: 'dashboard/summary, team', viewer: 'team', path: '/api/v1/dashboard/summary' },
  ];
}
