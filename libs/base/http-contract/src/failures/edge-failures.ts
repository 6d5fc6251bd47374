/**
 * The failures of the edge alone, by the status: no service gets to see the request. The codes are those of an invalid
 * request, because these statuses have none of their own.
 */
export const edgeFailures = {
  408: 'The request did not arrive in time.',
  431: 'The target and the headers are longer than 16 KiB together.',
} as const;
