import { AppError } from '@rapport/kernel';

/** The wait of a step that has failed so often: a second, then twice as long each time, at most a minute. */
export function backOffMs(attempts: number): number {
  return Math.min(1_000 * 2 ** (attempts - 1), 60_000);
}

/** The reason as an operator reads it. What is no answer to a caller may hold anything, so the log alone has its text. */
export function failureReason(error: unknown, traceId: string): string {
  return error instanceof AppError
    ? error.message
    : `The step ended in an error that nothing foresees; the log shows it under the trace ${traceId}.`;
}

/** A failure that no wait mends. It counts as one of its step, also where its caller is told to come back. */
export class NeedsPerson extends AppError {}

/** Whether the cell is away, or its schema is newer than this process. It comes back by itself, and nothing is wrong with the work. */
export function isAway(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'service_unavailable' && !(error instanceof NeedsPerson);
}

/** The wait of work that may rest, while its cell is away. */
export const awayMs = 10_000;

/** After so many failures of one step the work rests, where its kind may rest. */
export const attemptsUntilRest = 5;
