export { accessHere, databasesHere } from '@rapport/local-platform';
