import { readStatus, stateFolder, type StatusDocument } from '@rapport/local-platform';
import type { OperatorAccess } from '@rapport/rapport';
import { operatorClient, Processes, TemporaryPlatform, type Operator, type PlatformPlan } from '@rapport/testbed';
import { requireAnswers } from './require-answers.ts';

/** The platform that is loaded. */
export interface LoadPlatform {
  readonly baseUrl: string;
  readonly operator: Operator;
  readonly isOwn: boolean;
  readonly replicas: Readonly<Record<string, number>>;
  /** The processes, to watch and to take away; none where the platform runs on another machine. */
  readonly processes: Processes;
  readonly status: () => Promise<StatusDocument>;
  readonly stop: () => Promise<void>;
}

/**
 * A platform in a temporary folder, started by the code of `up` and removed afterwards. `mutant` has the parts from which
 * a rule is taken out.
 */
export async function ownPlatform(
  replicas: Readonly<Record<string, number>>,
  say: (line: string) => void,
  mutant: Pick<PlatformPlan, 'replaced' | 'parts'> = {},
): Promise<LoadPlatform> {
  const platform = await TemporaryPlatform.start({ replicas, say, ...mutant });
  return {
    baseUrl: withoutNames(platform.baseUrl),
    operator: platform.operator,
    isOwn: true,
    replicas,
    processes: new Processes(platform),
    status: () => platform.status(),
    stop: () => platform.stop(),
  };
}

/** A platform that runs already, here or elsewhere. */
export async function namedPlatform(
  baseUrl: string,
  access: OperatorAccess,
  credentialFile: string,
): Promise<LoadPlatform> {
  await requireAnswers(withoutNames(baseUrl), access, credentialFile);
  const status = (): Promise<StatusDocument> => readStatus(true);
  const own = await status();
  const isHere = own.baseUrl !== null && withoutNames(own.baseUrl) === withoutNames(baseUrl);
  const nothing: StatusDocument = { ...own, services: [], servers: [] };
  return {
    baseUrl: withoutNames(baseUrl),
    operator: operatorClient(access),
    isOwn: false,
    replicas: isHere ? countByName(own) : {},
    processes: new Processes({ stateFolder }),
    status: async () => (isHere ? status() : nothing),
    stop: async () => undefined,
  };
}

function countByName({ services }: StatusDocument): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of services) {
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** A name may stand for several addresses of this machine, and each would have a limit of its own. */
function withoutNames(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname;
  return url.origin;
}
