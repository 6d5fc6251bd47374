export { searchable, type ListSearch, type Searchable } from './searchable.ts';
export { code, flag, id, name, text, time, valueOf, type Bind, type SearchColumn } from './search-column.ts';
export { folded, searchInMemory, type ShortList } from './search-in-memory.ts';
export { searchList } from './search-list.ts';
