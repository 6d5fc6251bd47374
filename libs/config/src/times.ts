/** The one table of times, in milliseconds: whoever waits for something, waits as long as it says here. */
export const times = {
  /** How long the edge waits for the answer of a service. */
  edgeAnswer: 10_000,

  postgresConnect: 1_000,
  /** At the client, which then destroys the connection: a frozen server never times out by itself. */
  postgresQuery: 5_000,
  postgresStatement: 4_000,
  postgresLock: 1_500,
  postgresIdleInTransaction: 5_000,
  /** How long a write waits for its turn among its tenant's other writes, and for its answer. */
  tenantWrite: 3_000,

  /** For everything that one request asks of Redis. */
  redisRequest: 150,
  /** Between two looks at a Redis that was away. */
  redisProbe: 1_000,
  /** How long Redis holds a copy of what can deny a request. */
  lease: 2_000,
  /** How long after its miss a copy may still be put there. */
  leaseFill: 500,

  /** From the first byte of a request to the last of its head. */
  requestHead: 15_000,
  /** From the end of a request's head to the end of its body. */
  requestBody: 8_000,
  /** How long a connection may stay idle; longer than whoever is in front keeps it, so that we never close first. */
  keepAlive: 65_000,

  /** How long one check of readiness may take. */
  readinessCheck: 1_000,
  /** How long running requests may take to end once a service was told to stop. */
  drain: 10_000,
} as const;
