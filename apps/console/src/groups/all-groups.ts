import { searchRecords, type AnyRecord } from '../lists/records.ts';

/** Every group, page after page, by name. */
export async function allGroups(): Promise<readonly AnyRecord[]> {
  const groups: AnyRecord[] = [];
  for (let pageNumber = 1; pageNumber <= pagesMax; pageNumber += 1) {
    const { items, hasNextPage } = await searchRecords('customerGroups', { pageNumber, pageSize: 200, sortBy: 'name' });
    groups.push(...items);
    if (!hasNextPage) {
      break;
    }
  }
  return groups;
}

/** A search reaches no further. */
const pagesMax = 50;
