import { ChangesTopic } from '@rapport/change-feed/testing';
import type { Processes } from '@rapport/testbed';

export async function topicOf(processes: Processes): Promise<ChangesTopic> {
  const [server] = await processes.of('kafka');
  return new ChangesTopic(server?.url ?? '');
}
