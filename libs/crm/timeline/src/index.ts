export { CustomerTimeline } from './customer-timeline.ts';
export { timelineRows } from './timeline-page.ts';
