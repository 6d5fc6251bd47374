/** The times that processes rely on in each other. A time that only one file relies on stands in that file. */
export const times = {
  /** How long the edge waits while a service says nothing. */
  edgeAnswerMs: 10_000,
  edgeConnectMs: 1_000,
  /** How long a request waits at the edge for a process that has no room for it. */
  edgeQueueMs: 3_000,
  /** For the answer of a process to whether it is ready. */
  edgeCheckMs: 1_000,

  postgresConnectMs: 1_000,
  /** For the connection that knows a tenant's statements; longer than most statements take, the preparing of one included. */
  postgresHomeMs: 25,
  /** At the client, which then destroys the connection: a frozen server never times out by itself. */
  postgresQueryMs: 5_000,
  postgresStatementMs: 4_000,
  postgresLockMs: 1_500,
  postgresIdleInTransactionMs: 5_000,
  /** How long a write waits for its turn among its tenant's other writes, and for its answer. */
  tenantWriteMs: 3_000,
  /** How long a read waits for its turn among its tenant's other reads; with the wait for a connection and the answer less than the edge waits. */
  tenantReadMs: 2_000,

  /** How long a call that makes a tenant keeps others with its Idempotency-Key off; longer than any of its answers takes. */
  tenantCreationMs: 15_000,
  /** After a creation was taken back, before its schema is removed; longer than a statement of it can run. */
  tenantAbandonedMs: 10_000,

  /** For everything that one request asks of Redis. */
  redisRequestMs: 150,
  /** For the answer to a second question after one that came too late; then Redis is away. */
  redisSecondLookMs: 50,
  /** Between two looks at how full Redis is. */
  redisMemoryMs: 10_000,
  /** Between two looks at a Redis that was away. */
  redisProbeMs: 1_000,
  /** How long Redis holds a copy of what can deny a request. */
  leaseMs: 2_000,
  /** How long after its miss a copy may still be put there. */
  leaseFillMs: 500,

  /** Between two looks at the keys of access tokens, so that a revoked one is dead within a second. */
  keyReadMs: 500,

  kafkaConnectMs: 2_000,
  /** For the brokers' acknowledgement of all events of one call, with every attempt; then its outcome is open. */
  kafkaPublishMs: 10_000,
  /** For one answer of a broker: a frozen one never gives it, nor does one whose connection died in silence. */
  kafkaRequestMs: 4_000,
  /** How long the broker holds a question for events while there are none. */
  kafkaFetchMs: 500,
  /** After so long without a sign of life a member's partitions go to others. */
  kafkaSessionMs: 10_000,
  kafkaHeartbeatMs: 1_000,
  /** How long a group waits for its members when one comes or goes. */
  kafkaRebalanceMs: 10_000,
  /** How long offsets are gathered before they are committed: so old is at most what comes again after a crash. */
  kafkaCommitMs: 250,
  /** After so long without progress a consumer is given up and made anew. */
  kafkaStallMs: 30_000,
  /** For a publisher's last answers, and for a consumer to leave its group. */
  kafkaCloseMs: 3_000,

  /** From the first byte of a request to the last of its head. */
  requestHeadMs: 15_000,
  /** How long a caller may stay behind the least rate at which a body comes, its silence included. */
  requestBodyMs: 8_000,
  /** How long a connection may stay idle; longer than a proxy in front keeps it, so that a service never closes first. */
  keepAliveMs: 65_000,

  /** How long one check of readiness may take. */
  readinessCheckMs: 1_000,
  /** How long a service that was told to stop goes on taking requests; longer than the edge takes to see that it is not ready. */
  drainNoticeMs: 1_500,
  /** How long running requests may take to end once a service was told to stop. */
  drainMs: 10_000,
} as const;
