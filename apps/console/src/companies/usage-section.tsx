import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, bodyOf } from '../api/api.ts';
import { ColumnsChart } from '../charts/columns-chart.tsx';
import { Asked } from '../frame/asked.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { Select } from '../values/control.tsx';
import { dateInWords } from '../values/times.tsx';
import { inWords } from '../words/labels.ts';
import { ofTenant } from './use-tenant.ts';

const measures = [
  'requests',
  'refused',
  'tokensIssued',
  'recordsCreated',
  'recordsUpdated',
  'recordsDeleted',
  'records',
  'users',
] as const;

type Measure = (typeof measures)[number];

/** The use of the last month, day by day: one measure as a chart, and all of them in a table. */
export function UsageSection(): ReactNode {
  const asked = useQuery({ queryKey: ['usage'], queryFn: () => bodyOf(api.listOwnUsage(ofTenant())) });
  const [measure, setMeasure] = useState<Measure>('requests');
  return (
    <section aria-label="Usage">
      <h2>Usage</h2>
      <Select
        label="Measure"
        value={measure}
        choices={measures.map((value) => ({ value, text: inWords(value) }))}
        onChoose={(value) => setMeasure(value as Measure)}
      />
      <Asked of={asked}>
        {({ days }) => (
          <>
            <ColumnsChart
              label={`${inWords(measure)} by day`}
              columns={days.map((day) => ({ name: dateInWords(day.day), value: day[measure] }))}
            />
            <PlainTable
              label="Usage by day"
              heads={['Day', ...measures.map(inWords)]}
              rows={days
                .toReversed()
                .map((day) => [dateInWords(day.day), ...measures.map((name) => day[name].toLocaleString())])}
              isLow
            />
          </>
        )}
      </Asked>
    </section>
  );
}
