import { times } from '@rapport/config';
import type { KafkaClient, KafkaConnection } from '../brokers/kafka-client.ts';
import { within } from '../deadline.ts';

/**
 * Removes the members of a group that have this member's name. They are left from a process that died, or from a
 * consumer that could not leave. Otherwise the group would wait for the end of their sessions. A removed member that
 * still lives comes back as another member.
 */
export async function removeDeadMembers(
  client: KafkaClient,
  connection: KafkaConnection,
  group: string,
): Promise<void> {
  const admin = client.admin(connection);
  const remove = async (): Promise<void> => {
    const dead = (await admin.members(group)).filter(({ clientId }) => clientId === connection.clientId);
    if (dead.length > 0) {
      const ids = dead.map(({ id }) => id);
      await admin.remove(group, ids);
    }
  };
  try {
    await within(times.kafkaRequestMs, 'Looking for dead members', remove());
  } finally {
    admin.close().catch(() => undefined);
  }
}
