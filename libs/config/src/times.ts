/** The one table of times, in milliseconds: whoever waits for something, waits as long as it says here. */
export const times = {
  /** How long the edge waits while a service says nothing. */
  edgeAnswer: 10_000,
  edgeConnect: 1_000,
  /** How long a request waits at the edge for a process that has no room for it. */
  edgeQueue: 3_000,
  /** For the answer of a process to whether it is ready. */
  edgeCheck: 1_000,

  postgresConnect: 1_000,
  /** For the connection that knows a tenant's statements; longer than most statements take, the preparing of one included. */
  postgresHome: 25,
  /** At the client, which then destroys the connection: a frozen server never times out by itself. */
  postgresQuery: 5_000,
  postgresStatement: 4_000,
  postgresLock: 1_500,
  postgresIdleInTransaction: 5_000,
  /** How long a write waits for its turn among its tenant's other writes, and for its answer. */
  tenantWrite: 3_000,
  /** How long a read waits for its turn among its tenant's other reads; with the wait for a connection and the answer less than the edge waits. */
  tenantRead: 2_000,

  /** How long a call that makes a tenant keeps others with its Idempotency-Key off; longer than any of its answers takes. */
  tenantCreation: 15_000,
  /** After a creation was taken back, before its schema is removed; longer than a statement of it can run. */
  tenantAbandoned: 10_000,

  /** For everything that one request asks of Redis. */
  redisRequest: 150,
  /** For the answer to a second question after one that came too late; then Redis is away. */
  redisSecondLook: 50,
  /** Between two looks at how full Redis is. */
  redisMemory: 10_000,
  /** Between two looks at a Redis that was away. */
  redisProbe: 1_000,
  /** How long Redis holds a copy of what can deny a request. */
  lease: 2_000,
  /** How long after its miss a copy may still be put there. */
  leaseFill: 500,

  /** Between two looks at the keys of access tokens, so that a revoked one is dead within a second. */
  keyRead: 500,

  kafkaConnect: 2_000,
  /** For the brokers' acknowledgement of all events of one call, with every attempt; then its outcome is open. */
  kafkaPublish: 10_000,
  /** For one answer of a broker: a frozen one never gives it, nor does one whose connection died in silence. */
  kafkaRequest: 4_000,
  /** How long the broker holds a question for events while there are none. */
  kafkaFetch: 500,
  /** After so long without a sign of life a member's partitions go to others. */
  kafkaSession: 10_000,
  kafkaHeartbeat: 1_000,
  /** How long a group waits for its members when one comes or goes. */
  kafkaRebalance: 10_000,
  /** How long offsets are gathered before they are committed: so old is at most what comes again after a crash. */
  kafkaCommit: 250,
  /** After so long without progress a consumer is given up and made anew. */
  kafkaStall: 30_000,
  /** For a publisher's last answers, and for a consumer to leave its group. */
  kafkaClose: 3_000,

  /** From the first byte of a request to the last of its head. */
  requestHead: 15_000,
  /** How long a caller may stay behind the least rate at which a body comes, its silence included. */
  requestBody: 8_000,
  /** How long a connection may stay idle; longer than whoever is in front keeps it, so that we never close first. */
  keepAlive: 65_000,

  /** How long one check of readiness may take. */
  readinessCheck: 1_000,
  /** How long a service that was told to stop goes on taking requests; longer than the edge takes to see that it is not ready. */
  drainNotice: 1_500,
  /** How long running requests may take to end once a service was told to stop. */
  drain: 10_000,
} as const;
