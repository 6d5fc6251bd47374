export { edgeFailures } from './edge-failures.ts';
export { errorPage, errorPagesPath } from './error-page.ts';
export { failureBody, failureMediaTypes } from './failure-body.ts';
export { failureFormOf, failureFormsByPath, type FailingEndpoint, type FailureForm } from './failure-form.ts';
export { problem } from './problem.ts';
export type { Problem } from './problem-shape.ts';
export { errorsOf } from './implied-errors.ts';
