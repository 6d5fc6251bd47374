export { requireMailFile } from './files/mail-file.ts';
