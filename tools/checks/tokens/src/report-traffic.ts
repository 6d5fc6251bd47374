import { type AskedRequest, Caller, type Ending, Traffic } from '@rapport/testbed';

/** A report that is asked for while no record changes. */
export interface AskedReport extends AskedRequest {
  /** The figures that were read first are the right ones to the end. */
  readonly figures: string;
}

/** People who ask for the same reports at the same time, again and again. */
export async function reportTraffic(origin: string, token: string): Promise<Traffic<AskedReport>> {
  const caller = new Caller();
  const headers = { authorization: `Bearer ${token}` };
  const reads = paths.map(async (path): Promise<AskedReport> => {
    const asked = { origin, method: 'GET', path, headers } as const;
    return { ...asked, figures: figuresOf(await caller.expect(asked, 200)) };
  });
  const reports = await Promise.all(reads);
  await caller.close();
  const askers = reports.flatMap((report) => Array.from({ length: callersOfEach }, () => () => report));
  return Traffic.repeat(askers, { pauseMs: 80, answerMs: 15_000 });
}

export function isRight(ending: Ending<AskedReport>): boolean {
  return ending.status === 200 && figuresOf(ending) === ending.asked.figures;
}

function figuresOf({ text }: Pick<Ending, 'text'>): string {
  return JSON.stringify((JSON.parse(text) as { readonly data: unknown }).data);
}

const paths = ['/api/v1/dashboard/summary', '/api/v1/report/pipeline'];
const callersOfEach = 10;
