export { onceInControl, theIdItself, type Creation, type RequestKey } from './once-in-control.ts';
