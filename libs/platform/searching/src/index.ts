export { GivenValues } from './given-values.ts';
export { searchable, type ListSearch, type Searchable } from './searchable.ts';
export { code, flag, id, name, searchedTypes, text, time, valueOf, type SearchColumn } from './search-column.ts';
export { searchInMemory, type ShortList } from './search-in-memory.ts';
export { searchList } from './search-list.ts';
export { searchPage } from './search-page.ts';
export { folded, isLongWord } from './searched-words.ts';
