import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../api/api.ts';
import { Asked } from '../frame/asked.tsx';
import { PlainTable } from '../frame/plain-table.tsx';
import { money } from '../values/numbers.tsx';
import { ShownWebsite } from '../values/links.tsx';
import { timeInWords } from '../values/times.tsx';
import { inWords } from '../words/labels.ts';
import { ofTenant } from './use-tenant.ts';

export function InvoicesSection(): ReactNode {
  const asked = useQuery({ queryKey: ['invoices'], queryFn: () => bodyOf(api.listOwnInvoices(ofTenant())) });
  return (
    <section aria-label="Invoices">
      <h2>Invoices</h2>
      <Asked of={asked}>
        {({ invoices }) =>
          invoices.length === 0 ? (
            <p className="hint">There are none yet.</p>
          ) : (
            <PlainTable
              label="Invoices"
              heads={['Number', 'Status', 'Amount', 'Period', 'Issued', 'Due', 'Paid', 'Payment']}
              rows={invoices.map(({ number, status, amount, currency, periodFrom, periodTo, url, ...times }) => [
                number,
                inWords(status),
                money(amount, currency),
                `${timeInWords(periodFrom)} – ${timeInWords(periodTo)}`,
                timeInWords(times.issuedOnUtc),
                timeInWords(times.dueOnUtc),
                times.paidOnUtc && timeInWords(times.paidOnUtc),
                url && <ShownWebsite value={url} member={{ type: 'website' }} record={{ id: '' }} />,
              ])}
            />
          )
        }
      </Asked>
    </section>
  );
}
