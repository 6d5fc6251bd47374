import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Asked } from '../frame/asked.tsx';
import { searchRecords } from '../lists/records.ts';
import { usePerson } from '../signing-in/person.tsx';
import { nextStates } from '../states/next-states.ts';
import type { Stepping } from '../states/use-step.tsx';
import { money, type Amount } from '../values/numbers.tsx';
import { inWords } from '../words/labels.ts';
import { Card, cardIn } from './card.tsx';

interface ColumnProps {
  readonly stage: string;
  readonly sums: { readonly count: number; readonly amount: readonly Amount[] } | undefined;
  readonly stepping: Stepping;
}

/** The opportunities of one stage. A card that is dropped here goes into it. */
export function Column({ stage, sums, stepping }: ColumnProps): ReactNode {
  const id = useId();
  const person = usePerson();
  const [isOver, setIsOver] = useState(false);
  const found = useCards(stage);
  const { step, pending } = stepping;
  return (
    <section
      className={isOver ? 'column over' : 'column'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const card = cardIn(event.dataTransfer);
        if (card && card.stage !== stage) {
          step({ id: card.id, state: stage });
        }
      }}
    >
      <h2 id={id}>{inWords(stage)}</h2>
      <p className="hint">
        {sums &&
          `${sums.count.toLocaleString()}${sums.amount.map((one) => ` · ${money(one.amount, one.currency)}`).join('')}`}
      </p>
      <Asked of={found}>
        {({ pages }) => (
          <ul aria-labelledby={id} className="plain cards">
            {pages.flatMap(({ items }) =>
              items.map((record) => (
                <Card
                  key={record.id}
                  record={record}
                  stage={stage}
                  next={nextStates(person, 'opportunities', stage)}
                  isMoving={pending?.id === record.id}
                  onMove={(state) => step({ id: record.id, state })}
                />
              )),
            )}
          </ul>
        )}
      </Asked>
      {found.hasNextPage && <Button onPress={() => void found.fetchNextPage()}>{`More of ${inWords(stage)}`}</Button>}
    </section>
  );
}

function useCards(stage: string) {
  return useInfiniteQuery({
    queryKey: ['search', 'opportunities', 'board', stage],
    queryFn: ({ pageParam }) =>
      searchRecords('opportunities', {
        pageSize: 50,
        pageNumber: pageParam,
        sortBy: 'expectedCloseDate',
        sortDirection: 'asc',
        filters: [{ field: 'stage', operator: 'eq', value: stage }],
      }),
    initialPageParam: 1,
    getNextPageParam: ({ hasNextPage, pageNumber }) => (hasNextPage ? pageNumber + 1 : undefined),
    refetchInterval: 60_000,
  });
}
