import { utcText } from './utc-text.ts';

/** The time at which a statement made or changed a row, which is the version of the row. */
export interface ChangedRow {
  readonly lastModifiedOnUtc: string;
}

/** The column for `returning`. */
export const changedRow = `${utcText('last_modified_on')} as "lastModifiedOnUtc"`;

/** The version of the one row that a statement made or changed. */
export function versionOf([row]: readonly ChangedRow[]): string {
  if (!row) {
    throw new Error('A row that its transaction holds is gone.');
  }
  return row.lastModifiedOnUtc;
}
