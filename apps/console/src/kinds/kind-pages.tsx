import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIdOfAddress, useQueryOfAddress } from '../frame/use-address.ts';
import { CampaignMembers } from '../campaigns/campaign-members.tsx';
import { ConvertLead } from '../leads/convert-lead.tsx';
import { pagedLists } from '../lists/naming.ts';
import { ListPage } from '../lists/list-page.tsx';
import { readSearch } from '../lists/search-address.ts';
import type { AnyRecord } from '../lists/records.ts';
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

/** The regions below the details of a record. */
const regions: Readonly<Record<PagedList, (record: AnyRecord) => ReactNode>> = {
  customers: (customer) => (
    <>
      {below('customers', customer, ['contacts', 'opportunities', 'activities'], 'customerId')}
      <Timeline customerId={customer.id} />
      <ShippingAddresses customer={customer} />
      {below('customers', customer, ['customers'], 'parentCustomerId', 'Subsidiaries')}
    </>
  ),
  contacts: (contact) => below('contacts', contact, ['opportunities', 'activities'], 'contactId'),
  leads: (lead) => below('leads', lead, ['opportunities', 'activities'], 'leadId'),
  opportunities: (opportunity) => below('opportunities', opportunity, ['activities'], 'opportunityId'),
  activities: () => null,
  campaigns: (campaign) => (
    <>
      <CampaignMembers campaignId={campaign.id} />
      {below('campaigns', campaign, ['leads', 'activities'], 'campaignId')}
    </>
  ),
};

/** The lists whose records name a record by one member. */
function below(
  of: PagedList,
  record: AnyRecord,
  lists: readonly PagedList[],
  by: string,
  title?: string,
): readonly ReactNode[] {
  return lists.map((list) => (
    <Belonging
      key={list}
      {...{ list, by, of, record }}
      {...(title !== undefined && { title })}
      columns={columns[list].filter((column) => column !== by)}
      {...(list === 'activities' && { buttons: (initial) => <ActivityButtons initial={initial} /> })}
    />
  ));
}

/** Acts that records of one kind alone have. */
const acts: Partial<Record<PagedList, (record: AnyRecord) => ReactNode>> = {
  leads: (lead) => <ConvertLead lead={lead} />,
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
  return (
    <RecordPage key={`${list} ${id}`} list={list} id={id} acts={acts[list]}>
      {regions[list]}
    </RecordPage>
  );
}
