import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { api, bodyOf } from '../api/api.ts';
import { Asked } from '../frame/asked.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { timeInWords } from '../values/times.tsx';
import { inWords, labelOf } from '../words/labels.ts';
import type { Tenant } from './plan-in-words.ts';
import { ofTenant } from './use-tenant.ts';

/** All that was changed of the organisation, newest first. */
export function ChangesSection({ tenant }: { readonly tenant: Tenant }): ReactNode {
  const asked = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam: cursor }) => bodyOf(api.listOwnAudit({ ...ofTenant(), query: { cursor, pageSize: 20 } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor, hasMore }) => (hasMore ? (nextCursor ?? undefined) : undefined),
  });
  return (
    <section aria-label="Changes">
      <h2>Changes</h2>
      <Asked of={asked}>
        {({ pages }) => (
          <PlainTable
            label="Changes"
            heads={['Event', 'When', 'Who', 'Details', 'Reason']}
            rows={pages
              .flatMap(({ data }) => data)
              .map(({ event, occurredOnUtc, actor, details, reason }) => [
                eventInWords(event),
                timeInWords(occurredOnUtc),
                actorInWords(actor, tenant),
                detailsInWords(details),
                reason,
              ])}
          />
        )}
      </Asked>
      {asked.hasNextPage && (
        <Button isDisabled={asked.isFetching} onPress={() => void asked.fetchNextPage()}>
          More changes
        </Button>
      )}
    </section>
  );
}

/** The words of an event, such as subscription.planChanged or user.password_changed. */
export function eventInWords(event: string): string {
  return inWords(event.replaceAll(/[._]/g, ' '));
}

function actorInWords(actor: string, { owners }: Tenant): string {
  const owner = owners.find(({ userId }) => actor === `user:${userId}`);
  const others = actor.startsWith('user:') ? 'A user' : actor === 'system' ? 'Rapport' : inWords(actor);
  return owner?.name ?? others;
}

function detailsInWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${labelOf(name)}: ${detailInWords(value)}`)
    .join(', ');
}

function detailInWords(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(detailInWords).join(', ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? timeInWords(text) : text;
}
