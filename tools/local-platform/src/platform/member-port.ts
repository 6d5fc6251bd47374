import { lastLine } from '../supervision/log-file.ts';
import type { MemberSpec } from '../supervision/member.ts';
import { probeReadiness } from '../supervision/service-process.ts';
import { isPortOf, portHolder } from './port-holder.ts';

/**
 * A process is asked so whether it is ready. Its ports were chosen before it bound them, so another one may have taken
 * them by then, and would answer in its place.
 */
export function askedAt(managementUrl: string, log: string): Pick<MemberSpec, 'probe' | 'isIts' | 'lastWords'> {
  const port = Number(new URL(managementUrl).port);
  return {
    probe: () => probeReadiness(managementUrl),
    // Sockets of a container's processes cannot be seen everywhere.
    isIts: async ({ pid, container }) => pid === null || container !== undefined || (await isPortOf(pid, port)),
    lastWords: async () => {
      const words = await lastLine(log);
      const [, taken] = /address already in use.*\b127\.0\.0\.1:(\d+)/i.exec(words) ?? [];
      return taken === undefined
        ? words
        : `port ${taken} was taken by ${await portHolder(Number(taken))} while Rapport started; try again, or choose others with --port or --management-port.`;
    },
  };
}
