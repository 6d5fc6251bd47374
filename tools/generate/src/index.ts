export { chartFolder, leavesOf, readValues } from './chart/values-files.ts';
export { chartValues } from './chart/values.ts';
export { staleFiles, writeGenerated } from './generate-files.ts';
export { generators } from './generators.ts';
