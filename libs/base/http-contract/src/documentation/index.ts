export { documentationPage } from './documentation-page.ts';
export { readingPage, type ReadingPage } from './reading-page.ts';
