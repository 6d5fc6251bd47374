import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, dataOf } from '../../api/api.ts';
import { eventInWords } from '../../companies/changes-section.tsx';
import { Asked } from '../../frame/asked.tsx';
import { PlainTable } from '../../frame/plain-table.tsx';
import { PageButtons } from '../../lists/list-page.tsx';
import { nameOf } from '../../lists/naming.ts';
import { useList } from '../../lists/use-list.ts';
import { Select } from '../../values/control.tsx';
import { timeInWords } from '../../values/times.tsx';

/** The history of the API clients, of their secrets and of their tokens, newest first. */
export function ClientAudit(): ReactNode {
  const [clientId, setClientId] = useState('');
  const [pageNumber, setPage] = useState(1);
  const { data: clients } = useList('apiClients', { pageSize: 200 });
  const choices = (clients?.items ?? []).map((client) => ({
    value: String(client['clientId']),
    text: nameOf('apiClients', client),
  }));
  const asked = useQuery({
    queryKey: ['client-audit', clientId, pageNumber],
    queryFn: () =>
      dataOf(api.searchApiClientAudit({ body: { pageNumber, pageSize: 20, ...(clientId && { clientId }) } })),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Audit">
      <h2>Audit</h2>
      <Select
        label="API client"
        value={clientId}
        choices={choices}
        isOptional
        onChoose={(chosen) => {
          setClientId(chosen);
          setPage(1);
        }}
      />
      <Asked of={asked}>
        {(page) => (
          <>
            <PlainTable
              label="Audit"
              heads={['Event', 'When', 'API client', 'Who', 'Reason', 'Times', 'Address']}
              rows={page.items.map((item) => [
                eventInWords(item.event),
                timeInWords(item.occurredOnUtc),
                choices.find(({ value }) => value === item.clientId)?.text ?? item.clientId,
                item.actorName,
                item.reason,
                item.count,
                item.ipAddress,
              ])}
            />
            {page.totalPages > 1 && <PageButtons page={page} onPage={setPage} />}
          </>
        )}
      </Asked>
    </section>
  );
}
