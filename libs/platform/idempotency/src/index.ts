export { onceInControl, theIdItself, type Creation, type Made, type RequestKey } from './once-in-control.ts';
