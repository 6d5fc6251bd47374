import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/api.ts';
import { Asked } from '../frame/asked.tsx';
import { hasPage } from '../lists/naming.ts';
import { mayCall, usePerson } from '../signing-in/person.tsx';
import { RecordLink } from '../values/references.tsx';
import { ShownTime } from '../values/times.tsx';
import { inWords } from '../words/labels.ts';
import { TimelineChange } from './timeline-change.tsx';

/** The events of a customer, the newest first. */
export function Timeline({ customerId }: { readonly customerId: string }): ReactNode {
  const isOffered = mayCall(usePerson(), 'searchCustomerTimeline');
  const found = useInfiniteQuery({
    queryKey: ['timeline', customerId],
    queryFn: ({ pageParam }) => pageOf(customerId, pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage, pageNumber }) => (hasNextPage ? pageNumber + 1 : undefined),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
    enabled: isOffered,
  });
  return (
    isOffered && (
      <section aria-label="Timeline">
        <h2>Timeline</h2>
        <Asked of={found}>
          {({ pages }) => (
            <ol className="timeline">
              {onceEach(pages.flatMap(({ items }) => items)).map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </ol>
          )}
        </Asked>
        {found.hasNextPage && (
          <Button isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            Show more
          </Button>
        )}
      </section>
    )
  );
}

function pageOf(customerId: string, pageNumber: number) {
  // The type of a search's body leaves out the members of one list alone.
  const body = { customerId, pageNumber, pageSize: 20 };
  return dataOf(api.searchCustomerTimeline({ body }));
}

export type TimelineItem = Awaited<ReturnType<typeof pageOf>>['items'][number];

/** A page ends where the next one began before something new came. */
function onceEach(items: readonly TimelineItem[]): readonly TimelineItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function Item({ item }: { readonly item: TimelineItem }): ReactNode {
  const { itemType, title, summary, occurredOnUtc, actorName, sourceType, sourceId, changes, customerId } = item;
  const list = listOfSource(sourceType);
  return (
    <li>
      <p>
        <strong>{inWords(itemType)}</strong>{' '}
        <span dir="auto">
          {hasPage(list) && sourceId !== customerId ? <RecordLink list={list} id={sourceId} name={title} /> : title}
        </span>
      </p>
      {summary !== null && (
        <p className="lines" dir="auto">
          {isOfStates(item) ? summary.split(' -> ').map(inWords).join(' → ') : summary}
        </p>
      )}
      {!isOfStates(item) && (
        <ul className="plain">
          {changes.map((change) => (
            <TimelineChange key={change.field} list={list} change={change} />
          ))}
        </ul>
      )}
      <p className="hint">
        {actorName ?? 'Rapport'}, <ShownTime value={occurredOnUtc} member={{ type: 'time' }} record={{ id: '' }} />
      </p>
    </li>
  );
}

/** The summary of such an item says the old and the new state already. */
function isOfStates({ itemType, summary }: TimelineItem): boolean {
  return summary !== null && (itemType === 'opportunityStageChanged' || itemType === 'activityStatusChanged');
}

function listOfSource(source: TimelineItem['sourceType']): string {
  const irregular: Partial<Record<typeof source, string>> = {
    opportunity: 'opportunities',
    activity: 'activities',
    shippingAddress: 'shippingAddresses',
  };
  return irregular[source] ?? `${source}s`;
}
