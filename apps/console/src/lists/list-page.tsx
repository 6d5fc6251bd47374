import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { inWords } from '../words/labels.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RecordTable } from './record-table.tsx';
import { listOf, type ListName, type Page } from './records.ts';
import { searchOf, type AddressedSearch } from './search-address.ts';
import { useList } from './use-list.ts';

interface ListPageProps {
  readonly list: ListName;
  readonly search: AddressedSearch;
  /** The columns that stand there until the person chooses others. */
  readonly columns: readonly string[];
  /** Links to other pages of the list. */
  readonly children?: ReactNode;
}

/** A list of records. Words, filters, order and page stand in the address, so that it can be kept and sent. */
export function ListPage({ list, search, columns, children }: ListPageProps): ReactNode {
  const title = useTitle(inWords(list));
  const go = useGo(list, search);
  const found = useList(list, searchOf(search));
  const shown = search.columns ?? columns;
  const { sort, direction = 'asc' } = search;
  const sortBy = (by: string): void =>
    go({ sort: by, direction: sort === by && direction === 'asc' ? 'desc' : 'asc', page: undefined });
  return (
    <main>
      <header className="head">
        <h1>{title}</h1>
        <div className="acts">
          {children}
          <NewRecordButton list={list} />
        </div>
      </header>
      <div className="bar">
        <WordsField list={list} words={search.words ?? ''} onSearch={(words) => go({ words, page: undefined })} />
        <FilterBar
          list={list}
          filters={search.filters ?? []}
          onFilter={(filters) => go({ filters, page: undefined })}
        />
        <ColumnsMenu list={list} chosen={shown} onChoose={(chosen) => go({ columns: chosen })} />
      </div>
      <Asked of={found}>
        {(page) => (
          <>
            <FoundCount page={page} />
            <RecordTable
              list={list}
              label={title}
              records={page.items}
              columns={shown}
              sort={sort === undefined ? undefined : { by: sort, direction }}
              onSort={sortBy}
            />
            <PageButtons page={page} onPage={(number) => go({ page: number })} />
          </>
        )}
      </Asked>
    </main>
  );
}

export function FoundCount({ page: { totalCount, totalCountIsExact } }: Pick<PageButtonsProps, 'page'>): ReactNode {
  return (
    <p className="count" role="status">
      {`${totalCountIsExact ? '' : 'More than '}${totalCount.toLocaleString()} found`}
    </p>
  );
}

interface PageButtonsProps {
  readonly page: Omit<Page, 'items'>;
  readonly onPage: (number: number) => void;
}

export function PageButtons({ page, onPage }: PageButtonsProps): ReactNode {
  const { pageNumber, totalPages, hasPreviousPage, hasNextPage } = page;
  return (
    <nav className="pages" aria-label="Pages">
      <Button isDisabled={!hasPreviousPage} onPress={() => onPage(pageNumber - 1)}>
        Previous page
      </Button>
      <span>{`Page ${pageNumber} of ${Math.max(totalPages, 1)}`}</span>
      <Button isDisabled={!hasNextPage} onPress={() => onPage(pageNumber + 1)}>
        Next page
      </Button>
    </nav>
  );
}

type Changes = { readonly [K in keyof AddressedSearch]?: AddressedSearch[K] | undefined };

/** Goes to the address of another search of the list. */
function useGo(list: string, search: AddressedSearch): (changes: Changes) => void {
  const navigate = useNavigate();
  return (changes) => {
    const next = Object.entries({ ...search, ...changes }).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    );
    void navigate({ to: `/${list}`, search: Object.fromEntries(next) });
  };
}

interface WordsFieldProps {
  readonly list: ListName;
  readonly words: string;
  readonly onSearch: (words: string) => void;
}

/** The words are searched when the person pauses or presses Enter. */
export function WordsField({ list, words, onSearch }: WordsFieldProps): ReactNode {
  const { text, type, search } = useTypedWords(words, onSearch);
  const label = `Search ${inWords(list).toLowerCase()}`;
  if (listOf(list).words.length === 0) {
    return null;
  }
  return (
    <form
      role="search"
      aria-label={`Words in ${inWords(list).toLowerCase()}`}
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
    </form>
  );
}

/** The words in the field are those of the address, until a person types others. A page that is left searches no more. */
function useTypedWords(words: string, onSearch: (words: string) => void) {
  const [text, setText] = useState(words);
  const [last, setLast] = useState({ words, searched: words });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (words !== last.words) {
    setLast({ words, searched: words });
    if (words !== last.searched) {
      setText(words);
    }
  }
  const search = (typed: string): void => {
    clearTimeout(timer.current);
    setLast((before) => ({ ...before, searched: typed.trim() }));
    onSearch(typed.trim());
  };
  const type = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(typed), 300);
  };
  return { text, type, search };
}
