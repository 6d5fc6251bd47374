import type { FailureForm } from '@rapport/http-contract/failures';
import type { Pods, Process } from './edge-options.ts';
import { failureAnswers, refusals, unreadAnswers } from './failure-answers.ts';
import type { Lane, Limits } from './limits.ts';
import { nameOf, type Destination } from './routes.ts';

/** The settings of every destination whose failures have this form. */
export function formSection(form: FailureForm, { headBytes, connectionsPerAddress }: Limits): string[] {
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
    `  http-request deny deny_status 503 if { sc1_conn_cur gt ${connectionsPerAddress} }`,
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
  readonly instances: readonly Process[] | Pods;
}

/**
 * The processes behind one lane to a destination. A service has a section for each form and lane. On one machine the first
 * section asks the processes whether they are ready, and the others follow it. Of pods each section finds and asks its own:
 * two sections that follow one another could hold the address of another pod for a moment.
 */
export function backendSection({ destination, lane, first, instances }: Backend): string[] {
  const isFirst = destination === first && lane === 'usual';
  const isAsked = lane !== 'slow' && ('name' in instances || isFirst);
  return [
    `backend ${nameOf(destination, lane)} from ${destination.form}`,
    ...(isAsked ? ['  option httpchk GET /readyz'] : []),
    ...('name' in instances
      ? [lane === 'slow' ? anyLine(instances) : podsLine(instances)]
      : instances.map(({ host, port, managementPort }, index) => {
          const health = isFirst
            ? `check port ${managementPort} ${healthOptions}`
            : `track ${nameOf(first)}/${index + 1}`;
          return `  server ${index + 1} ${host}:${port} ${health}`;
        })),
  ];
}

/** A name that is not there yet is no failure: the proxy starts before any pod. */
function podsLine({ slots, name, port, managementPort }: Pods): string {
  const check = `check port ${managementPort} ${healthOptions}`;
  return `  server-template pod 1-${slots} ${name}:${port} ${check} resolvers cluster init-addr none`;
}

/**
 * Slow processes are asked all the same. The address stays when pods change, so a new one is reached before the name server tells of
 * it, which may be five seconds late.
 */
function anyLine({ anyName, port }: Pods): string {
  return `  server any ${anyName}:${port} resolvers cluster init-addr none`;
}

/** A process that refuses connections is left out at once, without waiting for the next check. */
const healthOptions =
  'inter 1s fastinter 250ms downinter 250ms fall 2 rise 1 observe layer4 error-limit 2 on-error mark-down';
