export { activities } from './activities.ts';
