import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/api.ts';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { may, mayCall, usePerson } from '../signing-in/person.tsx';
import { money, type Amount } from '../values/numbers.tsx';
import { labelOf } from '../words/labels.ts';
import { FirstSteps } from './first-steps.tsx';
import { Sales } from './sales.tsx';
import { ToDo } from './to-do.tsx';

/** The beginning of a day: the figures, what is due, and how the sales stand. */
export function HomePage(): ReactNode {
  const title = useTitle('Home');
  const person = usePerson();
  const reads = mayCall(person, 'getSummary');
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
      </header>
      {reads && <Summary />}
      {may(person, 'activities', 'search') && <ToDo />}
      {reads && <Sales />}
    </main>
  );
}

function Summary(): ReactNode {
  const summary = useQuery({ queryKey: ['summary'], queryFn: () => dataOf(api.getSummary()), refetchInterval: 30_000 });
  return (
    <section aria-label="Figures">
      <h2>Figures</h2>
      <Asked of={summary}>
        {(figures) => (
          <>
            {figures.customerCount === 0 && figures.openLeadCount === 0 && <FirstSteps />}
            <dl className="figures">
              {Object.entries(figures)
                .filter(([, figure]) => figure !== null)
                .map(([name, figure]) => (
                  <div key={name}>
                    <dt>{labelOf(name)}</dt>
                    <dd className="number">{figureInWords(figure)}</dd>
                  </div>
                ))}
            </dl>
            <p>
              <Link to="/opportunities/board">Board</Link>
            </p>
          </>
        )}
      </Asked>
    </section>
  );
}

function figureInWords(figure: number | readonly Amount[] | null): string {
  if (typeof figure === 'number') {
    return figure.toLocaleString();
  }
  return (figure ?? []).map(({ amount, currency }) => money(amount, currency)).join(', ') || '0';
}
