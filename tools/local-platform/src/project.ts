import { join, resolve } from 'node:path';

/** The root of the workspace. */
export const projectRoot = resolve(import.meta.dirname, '..', '..', '..');

/** The folder in which the front door remembers what it started. */
export const stateFolder = join(projectRoot, '.rapport');
