import kafkajs, { type Assigner, type Cluster } from 'kafkajs';

/**
 * Deals the partitions out to the members in turn. It has the name, the form and the outcome of the assigner of
 * @platformatic/kafka, because members over either client may be in one group.
 */
export function groupAssigner(cluster: Cluster): Assigner {
  return {
    name,
    version,
    assign: async ({ members, topics }) => {
      const partitions = topics.flatMap((topic) =>
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => ({ topic, partitionId })),
      );
      return members.map(({ memberId }, index) => {
        const assignment: Record<string, number[]> = {};
        for (const { topic, partitionId } of partitions) {
          if (partitionId % members.length === index) {
            (assignment[topic] ??= []).push(partitionId);
          }
        }
        return { memberId, memberAssignment: MemberAssignment.encode({ version, assignment, userData: noData }) };
      });
    },
    protocol: ({ topics }) => ({ name, metadata: MemberMetadata.encode({ version, topics, userData: noData }) }),
  };
}

const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
const name = 'roundrobin';
const version = 0;
const noData = Buffer.alloc(0);
