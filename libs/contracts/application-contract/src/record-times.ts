import { dateTime, readOnly } from '@rapport/members';

/** The times that every record shows. */
export const recordTimes = {
  createdOnUtc: readOnly(dateTime()),
  lastModifiedOnUtc: readOnly(dateTime()),
};
