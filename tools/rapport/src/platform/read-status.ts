import { isAlive } from '@rapport/local-servers/processes';
import { stateFolder } from '../project.ts';
import { readState, type MemberState, type PlatformState, type StateFile } from '../state-file.ts';
import { readDemo, type Demo } from './demo.ts';
import { freeBytes } from './free-space.ts';
import { isSupervised, livingProcesses } from './leftovers.ts';
import { mailFolder } from './mail-place.ts';
import { readServerUrls } from './server-urls.ts';

export interface StatusDocument {
  readonly state: PlatformState;
  readonly baseUrl: string | null;
  readonly services: readonly {
    name: string;
    instance: number;
    pid: number;
    url: string;
    managementUrl: string;
    state: MemberState;
    restarts: number;
  }[];
  readonly servers: readonly { name: string; pid: number; url: string; state: MemberState; restarts: number }[];
  /** Where mails go; null where there is no platform. */
  readonly mail: { readonly folder: string } | { readonly url: string } | null;
  /** Where the data lies, with the logs in its folder `logs`; null where there is no platform. */
  readonly data: { readonly folder: string; readonly freeBytes: number } | null;
  readonly demo: Demo | null;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The content of `state.json`, corrected by the live processes: one that died a moment ago is never shown as ready. */
export async function readStatus(showsSecrets: boolean, folder: string = stateFolder): Promise<StatusDocument> {
  const state = await readState(folder);
  if (state === undefined) {
    return { state: 'stopped', baseUrl: null, services: [], servers: [], mail: null, data: null, demo: null };
  }
  const urls = showsSecrets ? await readServerUrls(state.dataDir) : {};
  const services = state.services.map(({ name, instance, pid, url, managementUrl, restarts, ...entry }) => ({
    name,
    instance,
    pid,
    url,
    managementUrl,
    state: isAlive({ pid, ...entry }) ? entry.state : ('stopped' as const),
    restarts,
  }));
  const servers = state.servers.map(({ name, pid, url, restarts, ...entry }) => ({
    name,
    pid,
    url: urls[name] ?? url,
    state: isAlive({ pid, ...entry }) ? entry.state : ('stopped' as const),
    restarts,
  }));
  const isLocal = loopback.has(new URL(state.baseUrl).hostname);
  return {
    state: platformState(state),
    baseUrl: state.baseUrl,
    services,
    servers,
    mail: state.mailUrl === undefined ? { folder: mailFolder(state.dataDir) } : { url: urls['mail'] ?? state.mailUrl },
    data: { folder: state.dataDir, freeBytes: await freeBytes(state.dataDir).catch(() => 0) },
    demo: (isLocal && state.state !== 'stopped' ? await readDemo(state.dataDir) : undefined) ?? null,
  };
}

function platformState(state: StateFile): PlatformState {
  const living = livingProcesses(state).length;
  if (!isSupervised(state)) {
    return living === 0 ? 'stopped' : 'degraded';
  }
  const isWhole = living === state.services.length + state.servers.length;
  return state.state === 'ready' && !isWhole ? 'degraded' : state.state;
}
