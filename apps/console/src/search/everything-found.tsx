import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { textOf, useQueryOfAddress } from '../frame/use-address.ts';
import { nameOf, pagedLists } from '../lists/naming.ts';
import { useList } from '../lists/use-list.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { inWords } from '../words/labels.ts';

/** Records of all kinds that have some words, a few of each. */
export function EverythingFound(): ReactNode {
  const title = useTitle('Search everything');
  const person = usePerson();
  const text = textOf(useQueryOfAddress()['words']).slice(0, 200);
  const readable = pagedLists.filter((list) => may(person, list, 'search'));
  return (
    <main>
      <h1>{title}</h1>
      {text === '' ? (
        <p>Type words into the field above: names, numbers, e-mail addresses.</p>
      ) : (
        readable.map((list) => <FoundOf key={list} list={list} words={text} />)
      )}
    </main>
  );
}

function FoundOf({ list, words }: { readonly list: string; readonly words: string }): ReactNode {
  const found = useList(list, { searchText: words, pageSize: 5 });
  return (
    <section aria-label={inWords(list)}>
      <h2>{inWords(list)}</h2>
      <Asked of={found}>
        {({ items, hasNextPage }) => (
          <>
            {items.length === 0 && <p className="hint">None.</p>}
            <ul className="plain">
              {items.map((record) => (
                <li key={record.id}>
                  <Link to={`/${list}/${record.id}`} dir="auto">
                    {nameOf(list, record)}
                  </Link>
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <Link to={`/${list}`} search={{ words }}>
                {`All ${inWords(list).toLowerCase()} with these words`}
              </Link>
            )}
          </>
        )}
      </Asked>
    </section>
  );
}
