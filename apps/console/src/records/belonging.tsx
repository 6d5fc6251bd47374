import { useState, type ReactNode } from 'react';
import { NewRecordButton } from '../forms/new-record-button.tsx';
import type { Values } from '../forms/saving/merging.ts';
import { Asked } from '../frame/asked.tsx';
import { PageButtons } from '../lists/list-page.tsx';
import { nameOf } from '../lists/naming.ts';
import { RecordTable } from '../lists/record-table.tsx';
import { memberOf, type AnyRecord, type ListName } from '../lists/records.ts';
import { useList } from '../lists/use-list.ts';
import { may, usePerson } from '../signing-in/person.tsx';
import { inWords } from '../words/labels.ts';

interface BelongingProps {
  readonly list: ListName;
  /** The member that names the record to which the others belong. */
  readonly by: string;
  readonly of: ListName;
  readonly record: AnyRecord;
  readonly columns: readonly string[];
  readonly title?: string;
  readonly acts?: (record: AnyRecord) => ReactNode;
  readonly name?: (record: AnyRecord) => ReactNode;
  /** Buttons beside that for a new record, by the values with which new ones begin. */
  readonly buttons?: (initial: Values) => ReactNode;
}

/** The records of a list that belong to a record, where the person may read them. */
export function Belonging(props: BelongingProps): ReactNode {
  const { list, by, of, record, columns, title = inWords(list), acts, name, buttons } = props;
  const isOffered = may(usePerson(), list, 'search');
  const [pageNumber, setPageNumber] = useState(1);
  const search = { pageSize: 10, pageNumber, filters: [{ field: by, operator: 'eq', value: record.id }] };
  const found = useList(list, search, { isAsked: isOffered });
  const initial = initialOf(list, by, of, record);
  return (
    isOffered && (
      <section aria-label={title}>
        <div className="head">
          <h2>{title}</h2>
          <div className="acts">
            {buttons?.(initial)}
            <NewRecordButton list={list} initial={initial} />
          </div>
        </div>
        <Asked of={found}>
          {(page) => (
            <>
              {page.items.length === 0 ? (
                <p className="hint">None.</p>
              ) : (
                <RecordTable
                  {...{ list, columns }}
                  label={title}
                  records={page.items}
                  {...(acts && { acts })}
                  {...(name && { name })}
                />
              )}
              {(page.hasNextPage || page.hasPreviousPage) && <PageButtons page={page} onPage={setPageNumber} />}
            </>
          )}
        </Asked>
      </section>
    )
  );
}

/** The values of a new record that belongs to another one: that one, and its customer. */
function initialOf(list: ListName, by: string, of: ListName, record: AnyRecord): Values {
  const nameIn = (member: string): string => memberOf(list, member)?.name ?? '';
  const customer =
    by !== 'customerId' && memberOf(list, 'customerId') && typeof record['customerId'] === 'string'
      ? { customerId: record['customerId'], [nameIn('customerId')]: record['customerName'] }
      : {};
  return { ...customer, [by]: record.id, [nameIn(by)]: nameOf(of, record) };
}
