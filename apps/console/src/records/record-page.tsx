import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isFailure } from '../api/failure.ts';
import { EditRecordButton } from '../forms/edit-record-button.tsx';
import { Asked } from '../frame/asked.tsx';
import { useTitle } from '../frame/title.ts';
import { nameOf } from '../lists/naming.ts';
import { getRecord, listOf, type AnyRecord, type ListName, type Versioned } from '../lists/records.ts';
import { inWords } from '../words/labels.ts';
import { isFinal } from '../states/next-states.ts';
import { DeleteButton } from './delete-button.tsx';
import { Details } from './details.tsx';
import { StepMenu } from './step-menu.tsx';

interface RecordPageProps {
  readonly list: ListName;
  readonly id: string;
  /** Acts that records of the kind alone have. */
  readonly acts?: ((record: AnyRecord) => ReactNode) | undefined;
  /** The regions of what belongs to a record. */
  readonly children: (record: AnyRecord) => ReactNode;
}

/** A record with all that belongs to it. It is read again every half minute, and when the window is back. */
export function RecordPage({ list, id, acts, children }: RecordPageProps): ReactNode {
  const read = useQuery({
    queryKey: ['record', list, id],
    queryFn: () => getRecord(list, id),
    refetchInterval: ({ state }) => (isGone(state.error) ? false : 30_000),
    refetchOnWindowFocus: true,
  });
  return isGone(read.error) ? (
    <Gone list={list} />
  ) : (
    <Asked of={read}>
      {(versioned) => (
        <main>
          <Head list={list} versioned={versioned}>
            {acts?.(versioned.record)}
          </Head>
          <section aria-label="Details">
            <h2>Details</h2>
            <Details list={list} record={versioned.record} />
          </section>
          {children(versioned.record)}
        </main>
      )}
    </Asked>
  );
}

interface HeadProps {
  readonly list: ListName;
  readonly versioned: Versioned;
  readonly children: ReactNode;
}

function Head({ list, versioned, children }: HeadProps): ReactNode {
  const { record } = versioned;
  const title = useTitle(nameOf(list, record));
  return (
    <header className="head">
      <h1 dir="auto">{title}</h1>
      <div className="acts">
        {children}
        <StepMenu list={list} record={record} />
        {!isFinal(list, record) && <EditRecordButton list={list} record={record} />}
        <DeleteButton list={list} record={record} etag={versioned.etag} leadsOn />
      </div>
    </header>
  );
}

/** The platform does not say whether a record was never there, or is gone, or belongs to others. */
function Gone({ list }: { readonly list: ListName }): ReactNode {
  const title = useTitle(`There is no such ${listOf(list).one}`);
  return (
    <main>
      <h1>{title}</h1>
      <p>It may have been deleted, or you may not see it.</p>
      <p>
        <Link to={`/${list}`}>{`All ${inWords(list).toLowerCase()}`}</Link>
      </p>
    </main>
  );
}

function isGone(error: unknown): boolean {
  return isFailure(error) && error.status === 404;
}
