import { apiClientList } from '@rapport/api-clients';
import { auditRows } from '@rapport/audit';
import { invoiceRows } from '@rapport/billing';
import { records } from '@rapport/crm-records';
import { customFieldRows } from '@rapport/custom-fields';
import { statement, type NamedStatement } from '@rapport/database';
import { keysOf } from '@rapport/kernel';
import { hasOwner, kinds, synchronisedNames, type AnyKind } from '@rapport/kinds';
import { senderRows, suppressionRows } from '@rapport/marketing-email';
import { roleList, teamList, userList } from '@rapport/people';
import { exportStatement } from '@rapport/records';
import type { Searchable } from '@rapport/searching';
import { timelineRows } from '@rapport/timeline';

/** A file of lines, each of which is a JSON text that the statement gives. */
export interface ExportedFile {
  /** The name of the file and of what is in it. */
  readonly name: string;
  /** The database whose snapshot has it. */
  readonly of: 'cell' | 'control';
  /** The number of its custom fields' resource. */
  readonly resource?: number;
  readonly lines: NamedStatement;
}

const kindFiles = keysOf(records).map((name) => ofKind(kinds[name], records[name]));

/** Everything that an export has beside the files that people uploaded, in its order. */
export const exportedFiles: readonly ExportedFile[] = [
  ...kindFiles,
  ofCell('timeline', timelineRows),
  ofControl('users', listed(userList)),
  ofControl('teams', listed(teamList)),
  ofControl('roles', listed(roleList)),
  ofControl('api-clients', listed(apiClientList)),
  ofCell('custom-fields', customFieldRows),
  ofCell('senders', senderRows),
  ofCell('suppression', suppressionRows),
  ofControl('invoices', invoiceRows),
  ofControl('audit', auditRows),
];

/** Each member of every surface. Callers know a record that has a number by that. */
function ofKind(kind: AnyKind, definition: (typeof records)[keyof typeof records]): ExportedFile {
  const isSynchronised = synchronisedNames.some((name) => name === kind.resource.name);
  const members = [
    ...('number' in kind.members ? [] : ['id']),
    ...keysOf(kind.members),
    ...(hasOwner(kind) ? ['ownerUserId', 'ownerName'] : []),
    ...(isSynchronised ? ['externalId', 'customFields'] : []),
    ...['createdOnUtc', 'lastModifiedOnUtc'],
  ];
  const lines = exportStatement(definition, members, { number: 'id', externalId: 'externalIds' });
  return { name: kind.resource.name.replaceAll('_', '-'), of: 'cell', resource: kind.resource.number, lines };
}

/** Rows of a table, as SQL. */
interface Rows {
  readonly item: string;
  readonly from: string;
  readonly where?: string;
  readonly order: string;
}

function listed({ item, from, where, id, sorts }: Searchable<string, 'lastModifiedOnUtc'>): Rows {
  return { item, from, where, order: `${sorts.lastModifiedOnUtc}, ${id}` };
}

function ofCell(name: string, rows: Rows): ExportedFile {
  return { name, of: 'cell', lines: linesOf(name, rows) };
}

function ofControl(name: string, rows: Rows): ExportedFile {
  return { name, of: 'control', lines: linesOf(name, rows) };
}

function linesOf(name: string, { item, from, where = 'true', order }: Rows): NamedStatement {
  const text = `select row_to_json(line)::text from (select ${item} from ${from} where ${where} order by ${order}) line`;
  return statement(`export_${name.replaceAll('-', '_')}`, text, { names: [] });
}
