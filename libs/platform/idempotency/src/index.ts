/** A lib of its own, because three libs that may not import each other make things in control by keys. */
export {
  onceInControl,
  requestKeyTables,
  theIdItself,
  type Creation,
  type Made,
  type RequestKey,
} from './once-in-control.ts';
