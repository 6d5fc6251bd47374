export { edgeFailures } from './edge-failures.ts';
export { failureBody, failureMediaTypes } from './failure-body.ts';
export { failureFormOf, failureFormsByPath, type FailingEndpoint, type FailureForm } from './failure-form.ts';
export { errorsOf } from './implied-errors.ts';
