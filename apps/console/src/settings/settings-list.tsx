import { useState, type ReactNode } from 'react';
import { Sentence } from '../forms/sentence.tsx';
import { useAct, type Act } from '../forms/use-act.ts';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { PageButtons, WordsField } from '../lists/list-page.tsx';
import { RecordTable } from '../lists/record-table.tsx';
import type { AnyRecord, ListName } from '../lists/records.ts';
import { useList } from '../lists/use-list.ts';

interface SettingsListProps {
  readonly list: ListName;
  readonly title: string;
  readonly columns: readonly string[];
  /** The button that makes a record. */
  readonly making: ReactNode;
  readonly acts: (record: AnyRecord, act: Act) => ReactNode;
  readonly name?: (record: AnyRecord) => ReactNode;
  readonly children?: ReactNode;
}

/** The page of a part of the settings: its records, each with its acts. */
export function SettingsList({ list, title, columns, making, acts, name, children }: SettingsListProps): ReactNode {
  useTitle(title);
  const act = useAct();
  const [words, setWords] = useState('');
  const [pageNumber, setPage] = useState(1);
  const search = (typed: string): void => {
    setWords(typed);
    setPage(1);
  };
  const found = useList(list, { pageNumber, pageSize: 50, ...(words && { searchText: words }) });
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
        <div className="acts">{making}</div>
      </header>
      {children}
      <div className="bar">
        <WordsField list={list} words={words} onSearch={search} />
      </div>
      <Sentence error={act.error} />
      <Asked of={found}>
        {(page) => (
          <>
            <RecordTable
              list={list}
              label={title}
              records={page.items.map((record) => keyed(list, record))}
              columns={columns}
              acts={(record) => acts(record, act)}
              {...(name && { name })}
            />
            {page.totalPages > 1 && <PageButtons page={page} onPage={setPage} />}
          </>
        )}
      </Asked>
    </main>
  );
}

/** The code of a role is its id. */
function keyed(list: string, record: AnyRecord): AnyRecord {
  return list === 'roles' ? { ...record, id: String(record['code']) } : record;
}
