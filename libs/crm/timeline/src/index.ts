export { CustomerTimeline } from './customer-timeline.ts';
