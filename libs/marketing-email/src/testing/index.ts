export { zipOf, type ZipEntry } from './zip-of.ts';
