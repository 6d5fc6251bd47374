import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Value } from '../values/value.tsx';
import { labelOf } from '../words/labels.ts';
import { hasPage, nameOf } from './naming.ts';
import { listOf, memberOf, type AnyRecord } from './records.ts';

interface RecordTableProps {
  readonly list: string;
  /** The accessible name of the table. */
  readonly label: string;
  readonly records: readonly AnyRecord[];
  readonly columns: readonly string[];
  readonly sort?: { readonly by: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly onSort?: (by: string) => void;
  /** Acts on one record, in a last column. */
  readonly acts?: (record: AnyRecord) => ReactNode;
  /** The first cell of a row, where a record is not named in the usual way. */
  readonly name?: (record: AnyRecord) => ReactNode;
}

/** Records in a table, each with a link to its page. */
export function RecordTable({ list, label, records, columns, sort, onSort, acts, name }: RecordTableProps): ReactNode {
  return (
    <div className="scrolled" tabIndex={0} role="group" aria-label={`${label}, scrolled`}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{firstLabel(list)}</th>
            {columns.map((column) => (
              <Heading key={column} column={column} sort={sort} onSort={isSorted(list, column) ? onSort : undefined} />
            ))}
            {acts && (
              <th scope="col">
                <span className="unseen">Acts</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <th scope="row">{name?.(record) ?? <NameCell list={list} record={record} />}</th>
              {columns.map((column) => (
                <td key={column}>
                  <Value list={list} member={column} record={record} />
                </td>
              ))}
              {acts && (
                <td>
                  <div className="acts">{acts(record)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NameCell({ list, record }: { readonly list: string; readonly record: AnyRecord }): ReactNode {
  const name = nameOf(list, record);
  return hasPage(list) ? (
    <Link to={`/${list}/${record.id}`} dir="auto">
      {name}
    </Link>
  ) : (
    <span dir="auto">{name}</span>
  );
}

type HeadingProps = Pick<RecordTableProps, 'sort'> & {
  readonly column: string;
  readonly onSort: ((by: string) => void) | undefined;
};

function Heading({ column, sort, onSort }: HeadingProps): ReactNode {
  const direction = sort?.by === column ? sort.direction : undefined;
  const label = labelOf(column);
  return (
    <th scope="col" aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      {onSort ? (
        <button type="button" className="sorts" onClick={() => onSort(column)}>
          {label}
          <span aria-hidden="true">{direction === 'asc' ? ' ▲' : direction === 'desc' ? ' ▼' : ''}</span>
        </button>
      ) : (
        label
      )}
    </th>
  );
}

function isSorted(list: string, column: string): boolean {
  return listOf(list).sorts.includes(column);
}

function firstLabel(list: string): string {
  return memberOf(list, 'subject') ? 'Subject' : 'Name';
}
