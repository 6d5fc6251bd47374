/**
 * The headers that every answer carries, by their lower-case names. A service and the edge give each of them a value,
 * and every document promises them.
 */
export const headersOfEveryAnswer = ['traceresponse'] as const;

export type HeaderOfEveryAnswer = (typeof headersOfEveryAnswer)[number];
