import { clusterTest as play, type SignIn } from '@rapport/cluster-test';
import { WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { Browser, CodeFlow, signIn as signInto, tokensOf } from '@rapport/local-platform';
import { projectRoot } from '@rapport/local-platform/project';

interface ClusterTestValues {
  readonly day: boolean;
  readonly disturb: boolean;
  readonly outside: string | undefined;
  readonly 'stores-at': string | undefined;
}

/** Plays the test of the chart on a cluster. */
export async function clusterTest(values: ClusterTestValues, terminal: Terminal): Promise<Outcome> {
  const { day, disturb, outside, 'stores-at': storesAt } = values;
  if (!day && (disturb || outside !== undefined || storesAt !== undefined)) {
    throw new WrongUse('--outside, --stores-at and --disturb belong to --day.');
  }
  const words = outside?.split(' ').filter((word) => word !== '') ?? [];
  const steps = await play(projectRoot, { day, disturb, outside: words, storesAt, signIn }, (line) =>
    terminal.say(line),
  );
  const [passed = 0, failed = 0, skipped = 0] = (['passed', 'failed', 'skipped'] as const).map(
    (verdict) => steps.filter((step) => step.verdict === verdict).length,
  );
  return {
    document: { steps, passed, failed, skipped },
    text: `${passed} passed, ${failed} failed, ${skipped} skipped`,
    exitCode: failed > 0 ? 1 : 0,
  };
}

const signIn: SignIn = async (baseUrl, person) => {
  const browser = new Browser(baseUrl);
  await signInto(baseUrl, browser, person);
  return async () => {
    const flow = new CodeFlow(baseUrl);
    const code = flow.codeOf(await browser.get(flow.address()));
    return (await tokensOf(await flow.exchange(code))).accessToken;
  };
};
