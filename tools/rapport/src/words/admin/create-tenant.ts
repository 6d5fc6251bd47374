import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader } from '@rapport/http-contract';
import { Failure, sentenceOf, WrongUse } from '../../cli/failure.ts';
import { bodyOf, type Operator, type OperatorAnswer } from '../../operators/operator-client.ts';

type NewTenant = Parameters<Operator['createTenant']>[0]['body'];

/**
 * A call that ends without an outcome may have made the tenant, and the owner's password is in its answer alone. So the
 * failure names the key under which the call can be repeated.
 */
export async function createTenant(
  operator: Operator,
  given: string | undefined,
  body: NewTenant,
): Promise<OperatorAnswer> {
  if (!idempotencyKeyHeader().safeParse(given).success) {
    throw new WrongUse('--idempotency-key has 1 to 200 visible ASCII characters.');
  }
  const key = given ?? randomUUID();
  try {
    const answer = await operator.createTenant({ headers: { 'idempotency-key': key }, body });
    return isOutcome(answer) ? answer : { status: answer.status, body: bodyOf(answer) };
  } catch (error) {
    const advice = `Repeat the command with --idempotency-key '${key}', so that one tenant is made and not two.`;
    throw new Failure(`${sentenceOf(error)} ${advice}`, { cause: error });
  }
}

/** A refusal of the request is an outcome; a server that failed may go on, and so does a call that is under way. */
function isOutcome({ status, body }: OperatorAnswer): boolean {
  return status < 500 && (body as { code?: unknown } | undefined)?.code !== 'idempotency_in_progress';
}
