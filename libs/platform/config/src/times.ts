/** The times of a process on which other processes rely. A time on which a single file relies stands in that file. */
export const times = {
  /** The edge waits so long while a service says nothing. */
  edgeAnswerMs: 10_000,
  edgeConnectMs: 1_000,
  /** A request waits so long at a process for one of its slots. */
  slotWaitMs: 3_000,
  /** For the answer of a process that is asked whether it is ready. On a busy machine it may be slow, and is not absent. */
  edgeCheckMs: 2_000,

  postgresConnectMs: 1_000,
  /** The wait of a statement for a connection that knows its tenant; longer than most take, preparing included. */
  postgresAffinityMs: 25,
  /** For the client, which then destroys the connection: a frozen server never times out by itself. */
  postgresQueryMs: 5_000,
  postgresStatementMs: 4_000,
  postgresLockMs: 1_500,
  postgresIdleInTransactionMs: 5_000,
  /** The time of a write for its turn among its tenant's other writes, and for its answer. */
  tenantWriteMs: 3_000,
  /** The wait of a read for its turn. With the waits for connection and answer it is less than the edge waits. */
  tenantReadMs: 2_000,

  /** The making of a tenant keeps off other calls with its Idempotency-Key for longer than any answer takes. */
  tenantCreationMs: 15_000,
  /** A schema outlives a creation that was taken back for longer than a statement of it can run. */
  tenantAbandonedMs: 10_000,
  /** The schema of a tenant that is deleted outlives the last request and turn that was let in before. */
  tenantGoingMs: 15_000,

  /** For all that a request asks of Redis. */
  redisRequestMs: 150,
  /** For the answer to a second request after an answer that came too late. Without it Redis is away. */
  redisSecondAnswerMs: 50,
  /** Between two polls of how full Redis is. */
  redisMemoryMs: 10_000,
  /** Between two polls of a Redis that was away. */
  redisProbeMs: 1_000,
  /** The time that Redis holds a copy of a state that can deny a request. */
  leaseMs: 2_000,
  /** A copy may still be stored so long after its miss. */
  leaseFillMs: 500,

  /** Between two polls of the keys of access tokens, so that a revoked one is dead within a second. */
  keyReadMs: 500,

  kafkaConnectMs: 2_000,
  /** For the brokers' acknowledgement of all events of a call, with every attempt. After that its outcome is open. */
  kafkaPublishMs: 10_000,
  /** For an answer of a broker. A frozen broker never answers, nor does a broker whose connection died in silence. */
  kafkaRequestMs: 4_000,
  /** The broker holds a request for events so long while there are none. */
  kafkaFetchMs: 500,
  /** After so long without a sign of life other members get a member's partitions. */
  kafkaSessionMs: 10_000,
  kafkaHeartbeatMs: 1_000,
  /** A group waits so long for its members when one comes or goes. */
  kafkaRebalanceMs: 10_000,
  /** Between two commits of offsets. Events that come again after a crash are at most so old. */
  kafkaCommitMs: 1_000,
  /** After so long without progress another consumer takes the place of this one. */
  kafkaStallMs: 30_000,
  /** For the last answers to a publisher, and for a consumer to leave its group. */
  kafkaCloseMs: 3_000,

  /** For a connection to the SMTP server, and for its first words. */
  smtpConnectMs: 10_000,
  /** The SMTP server may say nothing for so long. */
  smtpAnswerMs: 20_000,
  /** For the delivery of one mail, beside the time that its bytes take. */
  mailDeliveryMs: 30_000,
  /** A process keeps others off a mail for longer than its delivery and the note of it take. */
  mailClaimMs: 45_000,
  /** A stopping process waits so long for the answers to mails that are written whole. */
  mailDrainMs: 27_000,

  /** From the first byte of a request to the last of its head. */
  requestHeadMs: 15_000,
  /** A caller may stay so long behind the least rate at which a body comes, its silence included. */
  requestBodyMs: 8_000,
  /** A connection may be idle for longer than a proxy in front keeps it, so a service never closes it first. */
  keepAliveMs: 65_000,

  /** A stopping service goes on taking requests for longer than the edge takes to see that it is not ready. */
  drainNoticeMs: 1_500,
  /** The running requests of a stopping service may take so long to end. */
  drainMs: 10_000,
  /** Each part of a stopping service may take so long to close. */
  closeMs: 3_000,
} as const;
