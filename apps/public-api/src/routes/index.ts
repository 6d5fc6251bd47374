export { consoleRoutes } from './console.ts';
export { documentRoutes } from './documents.ts';
export { errorPageRoutes } from './error-pages.ts';
export { frontPageRoutes } from './front-page.ts';
export { metadataRoutes } from './metadata.ts';
export { readerRoutes } from './reader-file.ts';
export { recordRoutes } from './record-routes.ts';
export { userRoutes } from './users.ts';
