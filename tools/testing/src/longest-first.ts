import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than others of their length, as the slowest files of a run show. */
const longest: readonly string[] = [
  'apps/token-service/e2e/leaks.test.ts',
  'apps/token-service/e2e/people/crowd.test.ts',
  'apps/change-feed-worker/src/heavy-mail.integration.test.ts',
  'apps/change-feed-worker/src/timeline.integration.test.ts',
  'apps/change-feed-worker/src/mailing-deaths.integration.test.ts',
  'libs/crm/marketing-email/src/sending/sending-deaths.integration.test.ts',
  'apps/token-service/e2e/clients.test.ts',
  'apps/application-api/e2e/table/conflicts.test.ts',
  'apps/console/e2e/accessible.test.ts',
  'apps/console/e2e/rights.test.ts',
];

/**
 * The order of the runner, in which long files begin first, behind those that take longest: where one of them begins
 * last, the others have ended and the machine waits for it.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => longest.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
