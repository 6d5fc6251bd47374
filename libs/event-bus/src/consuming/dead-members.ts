import { Admin } from '@platformatic/kafka';
import { times } from '@rapport/config';
import { clientOptions, type KafkaConnection } from '../brokers/kafka-connection.ts';
import { within } from '../deadline.ts';

/**
 * Removes the members of a group that have this member's name. They are left from a process that died, or from a
 * consumer that could not leave. Otherwise the group would wait for the end of their sessions. A removed member that
 * still lives comes back as another member.
 */
export async function removeDeadMembers(connection: KafkaConnection, group: string): Promise<void> {
  const { clientId } = connection;
  const admin = new Admin({ ...clientOptions(connection), requestTimeout: times.kafkaRequestMs, retries: 2 });
  const remove = async (): Promise<void> => {
    const found = (await admin.describeGroups({ groups: [group] })).get(group);
    const dead = [...(found?.members.values() ?? [])].filter((member) => member.clientId === clientId);
    if (dead.length > 0) {
      const members = dead.map(({ id }) => ({ memberId: id, reason: 'its process is gone' }));
      await admin.removeMembersFromConsumerGroup({ groupId: group, members });
    }
  };
  try {
    await within(times.kafkaRequestMs, 'Looking for dead members', remove());
  } finally {
    admin.close().catch(() => undefined);
  }
}
