export { contacts } from './contacts.ts';
