import type { FailureForm } from '@rapport/http-contract/failures';
import type { Process } from './edge-options.ts';
import { failureAnswers, refusals, unreadAnswers } from './failure-answers.ts';
import type { Lane, Limits } from './limits.ts';
import { nameOf, type Destination } from './routes.ts';

/** The settings of every destination whose failures have this form. */
export function formSection(form: FailureForm, { headBytes, waitingRequests }: Limits): string[] {
  return [
    `defaults ${form} from every`,
    '  balance roundrobin',
    // A caller that holds a body back holds no process.
    '  option http-buffer-request',
    '  http-reuse always',
    '  retries 2',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    ...failureAnswers(form),
    ...refusals(form, headBytes),
    `  http-request deny deny_status 503 if { queue ge ${waitingRequests} }`,
    ...unreadAnswers(form),
    '  http-response del-header keep-alive',
    // The service has logged its own answer.
    '  http-response set-log-level silent',
  ];
}

interface Backend {
  readonly destination: Destination;
  readonly lane: Lane;
  /** The first destination of the same service. */
  readonly first: Destination;
  readonly processes: readonly Process[];
}

/**
 * The processes behind one lane to a destination. A service has a section for each form and lane. The first section
 * asks the processes whether they are ready, and the others follow it.
 */
export function backendSection(
  { destination, lane, first, processes }: Backend,
  { requestsPerProcess }: Limits,
): string[] {
  const isFirst = destination === first && lane === 'usual';
  return [
    `backend ${nameOf(destination, lane)} from ${destination.form}`,
    ...(isFirst ? ['  option httpchk GET /readyz'] : []),
    ...processes.map((process, index) => {
      const { host, port, managementPort } = process;
      const health = isFirst
        ? `check addr ${host} port ${managementPort} ${healthOptions}`
        : `track ${nameOf(first)}/${index + 1}`;
      return `  server ${index + 1} ${host}:${port} maxconn ${requestsPerProcess[lane]} ${health}`;
    }),
  ];
}

/** A process that refuses connections is left out at once, without waiting for the next check. */
const healthOptions =
  'inter 1s fastinter 250ms downinter 250ms fall 2 rise 1 observe layer4 error-limit 2 on-error mark-down';
