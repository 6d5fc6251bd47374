import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIdOfAddress, useQueryOfAddress } from '../frame/use-address.ts';
import { CampaignMembers } from '../campaigns/campaign-members.tsx';
import { ConvertLead } from '../leads/convert-lead.tsx';
import { pagedLists } from '../lists/naming.ts';
import { ListPage } from '../lists/list-page.tsx';
import { readSearch } from '../lists/search-address.ts';
import type { AnyRecord } from '../lists/records.ts';
import type { Values } from '../forms/saving/merging.ts';
import { ActivityButtons } from '../records/activity-buttons.tsx';
import { Belonging } from '../records/belonging.tsx';
import { inWords } from '../words/labels.ts';
import { RecordPage } from '../records/record-page.tsx';
import { ShippingAddresses } from '../records/shipping-addresses.tsx';
import { Timeline } from '../records/timeline.tsx';

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

interface Below {
  readonly list: PagedList;
  readonly by: string;
  readonly title?: string;
}

/** The lists below a record, by the members that name it. */
const below: Readonly<Record<PagedList, readonly Below[]>> = {
  customers: [
    { list: 'contacts', by: 'customerId' },
    { list: 'opportunities', by: 'customerId' },
    { list: 'activities', by: 'customerId' },
    { list: 'customers', by: 'parentCustomerId', title: 'Subsidiaries' },
  ],
  contacts: [
    { list: 'opportunities', by: 'contactId' },
    { list: 'activities', by: 'contactId' },
  ],
  leads: [
    { list: 'opportunities', by: 'leadId' },
    { list: 'activities', by: 'leadId' },
  ],
  opportunities: [{ list: 'activities', by: 'opportunityId' }],
  activities: [],
  campaigns: [
    { list: 'leads', by: 'campaignId' },
    { list: 'activities', by: 'campaignId' },
  ],
};

/** Regions of a record's page beside its details and the lists below it. */
const regions: Partial<Record<PagedList, (record: AnyRecord) => ReactNode>> = {
  customers: (customer) => (
    <>
      <ShippingAddresses customer={customer} />
      <Timeline customerId={customer.id} />
    </>
  ),
  campaigns: ({ id }) => <CampaignMembers campaignId={id} />,
};

/** Acts that records of one kind alone have. */
const acts: Partial<Record<PagedList, (record: AnyRecord) => ReactNode>> = {
  leads: (lead) => <ConvertLead lead={lead} />,
};

function activityButtons(initial: Values): ReactNode {
  return <ActivityButtons initial={initial} />;
}

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
  return (
    <RecordPage key={`${list} ${id}`} list={list} id={id} acts={acts[list]}>
      {(record) => (
        <>
          {regions[list]?.(record)}
          {below[list].map(({ list: other, by, title }) => (
            <Belonging
              key={other}
              {...{ list: other, by, of: list, record }}
              {...(title && { title })}
              columns={columns[other].filter((column) => column !== by)}
              {...(other === 'activities' && { buttons: activityButtons })}
            />
          ))}
        </>
      )}
    </RecordPage>
  );
}
