export { onPage } from './on-page.ts';
export { alert, page, type Page, type PageOptions } from './page.ts';
export { problemPage } from './problem-page.ts';
