import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIdOfAddress, useQueryOfAddress } from '../frame/use-address.ts';
import { pagedLists } from '../lists/naming.ts';
import { ListPage } from '../lists/list-page.tsx';
import { readSearch } from '../lists/search-address.ts';
import { inWords } from '../words/labels.ts';
import { RecordPage } from '../records/record-page.tsx';

type PagedList = (typeof pagedLists)[number];

/** The columns of each list, until a person chooses others. */
const columns: Readonly<Record<PagedList, readonly string[]>> = {
  customers: ['code', 'customerType', 'email', 'phone', 'ownerUserId', 'lastModifiedOnUtc'],
  contacts: ['customerId', 'jobTitle', 'email', 'phone', 'ownerUserId'],
  leads: ['companyName', 'status', 'rating', 'email', 'phone', 'ownerUserId'],
  opportunities: ['customerId', 'stage', 'amount', 'probability', 'expectedCloseDate', 'ownerUserId'],
  activities: ['activityType', 'status', 'priority', 'dueOnUtc', 'customerId', 'ownerUserId'],
  campaigns: ['code', 'campaignType', 'status', 'startDate', 'endDate', 'memberCount'],
};

/** The links of a list's page beside its own parts. */
const links: Partial<Record<PagedList, ReactNode>> = {
  opportunities: <Link to="/opportunities/board">Board</Link>,
};

/** A page for the list of each kind, and one for its records. */
export const kindPages = Object.fromEntries(
  pagedLists.flatMap((list) => [
    [`/${list}`, () => <KindList list={list} />],
    [`/${list}/$id`, () => <KindRecord list={list} />],
  ]),
) as Readonly<Record<`/${PagedList}` | `/${PagedList}/$id`, () => ReactNode>>;

function KindList({ list }: { readonly list: PagedList }): ReactNode {
  const query = useQueryOfAddress();
  const search = readSearch(list, query);
  return typeof search === 'string' ? (
    <main>
      <h1>{inWords(list)}</h1>
      <p role="alert">{search}</p>
      <Link to={`/${list}`}>{`All ${inWords(list).toLowerCase()}`}</Link>
    </main>
  ) : (
    <ListPage key={list} list={list} search={search} columns={columns[list]}>
      {links[list]}
    </ListPage>
  );
}

function KindRecord({ list }: { readonly list: PagedList }): ReactNode {
  const id = useIdOfAddress();
  return <RecordPage key={id} list={list} id={id} />;
}
