import { useState, type ReactNode } from 'react';
import { Asked } from '../frame/asked.tsx';
import { PageButtons } from '../lists/list-page.tsx';
import { nameOf } from '../lists/naming.ts';
import { useList } from '../lists/use-list.ts';
import { inWords } from '../words/labels.ts';
import { useSettled } from './use-settled.ts';

interface FoundTargetsProps {
  readonly list: string;
  readonly marked: readonly string[];
  readonly onMark: (ids: readonly string[]) => void;
}

/** Records that a search finds, each of which can be marked. Marks outlive the search. */
export function FoundTargets({ list, marked, onMark }: FoundTargetsProps): ReactNode {
  const [words, setWords] = useState('');
  const [pageNumber, setPageNumber] = useState(1);
  const searchText = useSettled(words);
  const found = useList(list, { pageSize: 50, pageNumber, ...(searchText && { searchText }) });
  const label = `Search ${inWords(list).toLowerCase()}`;
  const mark = (ids: readonly string[], isMarked: boolean): void =>
    onMark([...marked.filter((id) => !ids.includes(id)), ...(isMarked ? ids : [])]);
  return (
    <fieldset className="field whole">
      <legend>{inWords(list)}</legend>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setPageNumber(1);
        }}
      />
      <Asked of={found}>
        {(page) => {
          const ids = page.items.map(({ id }) => id);
          return (
            <>
              <Mark
                text="All on this page"
                isMarked={ids.length > 0 && ids.every((id) => marked.includes(id))}
                onMark={(isMarked) => mark(ids, isMarked)}
              />
              <div className="found-targets">
                {page.items.map((record) => (
                  <Mark
                    key={record.id}
                    text={[nameOf(list, record), record['email']].filter(Boolean).join(', ')}
                    isMarked={marked.includes(record.id)}
                    onMark={(isMarked) => mark([record.id], isMarked)}
                  />
                ))}
              </div>
              <PageButtons page={page} onPage={setPageNumber} />
            </>
          );
        }}
      </Asked>
    </fieldset>
  );
}

interface MarkProps {
  readonly text: string;
  readonly isMarked: boolean;
  readonly onMark: (isMarked: boolean) => void;
}

function Mark({ text, isMarked, onMark }: MarkProps): ReactNode {
  return (
    <label className="flag" dir="auto">
      <input type="checkbox" checked={isMarked} onChange={({ target }) => onMark(target.checked)} />
      {text}
    </label>
  );
}
