import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/api.ts';
import { sentenceAbout } from '../api/failure.ts';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { memberOf } from '../lists/records.ts';
import { useStep } from '../states/use-step.tsx';
import { Column } from './column.tsx';

/** The opportunities by their stages. A card that may not move goes back, with the sentence of the refusal. */
export function BoardPage(): ReactNode {
  const title = useTitle('Board');
  const stepping = useStep('opportunities');
  const pipeline = useQuery({
    queryKey: ['pipeline'],
    queryFn: () => dataOf(api.getPipeline()),
    refetchInterval: 30_000,
  });
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
        <div className="acts">
          <Link to="/opportunities">Opportunities as a list</Link>
          <NewRecordButton list="opportunities" />
        </div>
      </header>
      {stepping.error ? (
        <p className="failed" role="alert">
          {sentenceAbout(stepping.error)}
        </p>
      ) : null}
      <Asked of={pipeline}>
        {({ stages }) => (
          <div className="board" tabIndex={0} role="group" aria-label="Stages">
            {memberOf('opportunities', 'stage')?.words?.map((stage) => (
              <Column key={stage} stage={stage} sums={stages.find((one) => one.stage === stage)} stepping={stepping} />
            ))}
          </div>
        )}
      </Asked>
      {stepping.question}
    </main>
  );
}
