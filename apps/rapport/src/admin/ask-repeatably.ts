import { randomUUID } from 'node:crypto';
import { Failure, sentenceOf, WrongUse } from '@rapport/command-line';
import { idempotencyKeyHeader } from '@rapport/http-contract';
import { bodyOf, type OperatorAnswer } from '../operators/operator-client.ts';

/**
 * A call that ends without an outcome may have done its work, and what it made may stand in its answer alone, as a
 * password does. So the failure names the key under which the call can be repeated.
 */
export async function askRepeatably(
  given: unknown,
  ask: (headers: { readonly 'idempotency-key': string }) => Promise<OperatorAnswer>,
): Promise<OperatorAnswer> {
  const { success, data: key = randomUUID() } = idempotencyKeyHeader().safeParse(given);
  if (!success) {
    throw new WrongUse('--idempotency-key has 1 to 200 visible ASCII characters.');
  }
  try {
    const answer = await ask({ 'idempotency-key': key });
    return isOutcome(answer) ? answer : { status: answer.status, body: bodyOf(answer) };
  } catch (error) {
    const advice = `Repeat the command with --idempotency-key '${key}', so that its work is done once and not twice.`;
    throw new Failure(`${sentenceOf(error)} ${advice}`, { cause: error });
  }
}

/** A refusal of the request is an outcome; a server that failed may go on, and so does a call that is under way. */
function isOutcome({ status, body }: OperatorAnswer): boolean {
  return status < 500 && (body as { code?: unknown } | undefined)?.code !== 'idempotency_in_progress';
}
