export { pipelineText } from './pipeline-text.ts';
export { summarySections } from './summary-sections.ts';
