import { useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../api/api.ts';
import { Bars } from '../charts/bars.tsx';
import { Asked } from '../frame/asked.tsx';
import { Select } from '../values/control.tsx';
import { money, type Amount } from '../values/numbers.tsx';
import { RecordChoice } from '../values/references.tsx';
import { inWords } from '../words/labels.ts';
import { nextMonths } from './months.ts';

/** The pipeline, and what is expected to close in six months, of all that the person sees, of one owner or of a team. */
export function Sales(): ReactNode {
  const [owner, setOwner] = useState('');
  const [team, setTeam] = useState('');
  const whose = { ...(owner && { ownerUserId: owner }), ...(team && { teamId: team }) };
  const pipeline = useQuery({
    queryKey: ['pipeline', whose],
    queryFn: () => dataOf(api.getPipeline({ query: whose })),
    refetchInterval: 60_000,
  });
  return (
    <section aria-label="Sales">
      <h2>Sales</h2>
      <div className="bar">
        <RecordChoice label="Owner" list="users" id={owner} name="" onChoose={(user) => setOwner(user?.id ?? '')} />
        <RecordChoice label="Team" list="teams" id={team} name="" onChoose={(one) => setTeam(one?.id ?? '')} />
      </div>
      <Asked of={pipeline}>
        {({ stages }) => (
          <OfOneCurrency currencies={currenciesIn(stages.flatMap(({ amount }) => amount))}>
            {(currency) => (
              <div className="charts">
                <div>
                  <h3>Pipeline</h3>
                  <Bars
                    label="Pipeline by stage"
                    bars={stages.map(({ stage, count, amount }) => ({
                      text: inWords(stage),
                      value: sumOf(amount, currency),
                      shown: `${count.toLocaleString()} · ${amount.map((one) => money(one.amount, one.currency)).join(', ') || '0'}`,
                    }))}
                  />
                </div>
                <ExpectedCloses whose={whose} currency={currency} />
              </div>
            )}
          </OfOneCurrency>
        )}
      </Asked>
    </section>
  );
}

type Whose = { readonly ownerUserId?: string; readonly teamId?: string };

function ExpectedCloses({ whose, currency }: { readonly whose: Whose; readonly currency: string | null }): ReactNode {
  const months = nextMonths(new Date(), 6);
  const asked = useQueries({
    queries: months.map(({ from, to }) => ({
      queryKey: ['pipeline', whose, from],
      queryFn: () => dataOf(api.getPipeline({ query: { ...whose, closeFrom: from, closeTo: to } })),
      staleTime: 60_000,
    })),
  });
  const bars = months.map(({ name }, index) => {
    const open = (asked[index]?.data?.stages ?? []).filter(({ stage }) => !stage.startsWith('closed'));
    const amount = open.flatMap((one) => one.amount);
    const sums = currenciesIn(amount).map((one) => money(sumOf(amount, one), one));
    return { text: name, value: sumOf(amount, currency), shown: sums.join(', ') || '0' };
  });
  return (
    <div>
      <h3>Expected closes</h3>
      <Bars label="Expected closes of six months" bars={bars} />
    </div>
  );
}

interface OfOneCurrencyProps {
  readonly currencies: readonly (string | null)[];
  readonly children: (currency: string | null) => ReactNode;
}

/** Amounts of different currencies have no common scale, so bars show one of them. */
function OfOneCurrency({ currencies, children }: OfOneCurrencyProps): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const [first = null] = currencies;
  return (
    <>
      {currencies.length > 1 && (
        <Select
          label="Currency of the bars"
          value={chosen ?? first ?? ''}
          choices={currencies.map((one) => ({ value: one ?? '', text: one ?? 'Without a currency' }))}
          onChoose={setChosen}
        />
      )}
      {children(chosen === undefined ? first : chosen || null)}
    </>
  );
}

function currenciesIn(amounts: readonly Amount[]): readonly (string | null)[] {
  return [...new Set(amounts.map(({ currency }) => currency))];
}

function sumOf(amounts: readonly Amount[], currency: string | null): number {
  return amounts.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0);
}
