import { codeOf } from '@rapport/testbed';
import { ReplicaLoad, type Answer } from './replica-load.ts';

const paths = ['/api/v1/dashboard/summary', '/api/v1/report/pipeline'];
const callersOfEach = 10;

/** People who ask for the same reports at the same time, again and again, while no record changes. */
export class ReportLoad extends ReplicaLoad {
  private constructor(addresses: readonly string[], token: string, figures: ReadonlyMap<string, string>) {
    const callers = addresses.flatMap((address) => Array.from({ length: callersOfEach }, () => address));
    super(callers, async (address) => judged(await read(address, token), figures.get(address)));
  }

  /** The figures that are read first are the right ones to the end. */
  static async begin(baseUrl: string, token: string): Promise<ReportLoad> {
    const addresses = paths.map((path) => `${baseUrl}${path}`);
    const reads = addresses.map(async (address) => [address, (await read(address, token)).figures] as const);
    return new ReportLoad(addresses, token, new Map(await Promise.all(reads)));
  }
}

interface Report extends Answer {
  readonly figures: string;
  readonly retryAfter: string | null;
}

async function read(address: string, token: string): Promise<Report> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(answerMs) });
  const body = (await answer.json()) as { data: unknown };
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, code: codeOf(body), figures: JSON.stringify(body.data), retryAfter };
}

/** The answer, whose code says too what no answer may be. */
function judged({ status, code, figures, retryAfter }: Report, right: string | undefined): Answer {
  if (status === 200 && figures !== right) {
    return { status, code: `other figures: ${figures}` };
  }
  return { status, code: status === 503 && retryAfter === null ? `${code} without Retry-After` : code };
}

const answerMs = 15_000;
