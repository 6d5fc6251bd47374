import { check } from 'k6';
import type { RefinedResponse, ResponseType } from 'k6/http';
import { Counter } from 'k6/metrics';

type Response = RefinedResponse<ResponseType | undefined>;

const admitted = new Counter('admitted');
const limited = new Counter('limited');
const unexpected = new Counter('unexpected');

/** Counts an answer under a name: let in, refused by the limit as the contract says it, or anything else. */
export function count(answer: Response, name: string): boolean {
  const tags = { of: name };
  if (answer.status === 429) {
    limited.add(1, tags);
    checkRefusal(answer);
    return false;
  }
  const isLetIn = answer.status >= 200 && answer.status < 300;
  (isLetIn ? admitted : unexpected).add(1, tags);
  return isLetIn;
}

/** The fate of 700 requests of an integration at once, and of 45 requests for a token. */
export const ofBusiness = { admitted: 600, limited: 100 } as const;
export const ofTokens = { admitted: 30, limited: 15 } as const;

/** The thresholds of k6 for exact counts, by name. */
export function exactly(counts: Readonly<Record<string, { admitted: number; limited: number }>>): {
  [threshold: string]: string[];
} {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, expected]) => [
      [`admitted{of:${name}}`, [`count==${expected.admitted}`]],
      [`limited{of:${name}}`, [`count==${expected.limited}`]],
      [`unexpected{of:${name}}`, ['count==0']],
    ]),
  );
}

/** Every refusal says what the limit is and when to come again. */
function checkRefusal(answer: Response): void {
  const seconds = Number(answer.headers['Retry-After']);
  check(answer, {
    'a refusal has the code rate_limited': ({ body }) => typeof body === 'string' && body.includes('"rate_limited"'),
    'a refusal says what the limit is': ({ headers }) =>
      headers['Ratelimit'] !== undefined && headers['Ratelimit-Policy'] !== undefined,
    'Retry-After is from 1 to 60': () => Number.isInteger(seconds) && seconds >= 1 && seconds <= 60,
  });
}
