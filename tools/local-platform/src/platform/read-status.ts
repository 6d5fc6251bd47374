import { isRunning } from '@rapport/local-servers/runner';
import { stateFolder } from '../project.ts';
import { readState, type MemberState, type PlatformState, type ServerEntry, type StateFile } from '../state-file.ts';
import { readTeam, type TeamAccess } from '../sample/sales-team.ts';
import { readDemo, type Demo } from './demo.ts';
import { freeBytes } from './free-space.ts';
import { isSupervised, livingRunners } from './leftovers.ts';
import { mailFolder } from './mail-destination.ts';
import { readServerUrls } from './server-urls.ts';

export interface StatusDocument {
  readonly state: PlatformState;
  readonly baseUrl: string | null;
  readonly services: readonly {
    name: string;
    instance: number;
    pid: number | null;
    container: string | null;
    url: string;
    managementUrl: string;
    state: MemberState;
    restarts: number;
  }[];
  readonly servers: readonly {
    name: string;
    /** Null where the main process of its container lies in a namespace of processes that this one does not see. */
    pid: number | null;
    /** The id of its container; null where it is a process. */
    container: string | null;
    url: string;
    state: MemberState;
    restarts: number;
  }[];
  /** The target of mails; null where there is no platform. */
  readonly mail: { readonly folder: string } | { readonly url: string } | null;
  /** The place of the data, with the logs in its folder `logs`; null where there is no platform. */
  readonly data: { readonly folder: string; readonly freeBytes: number } | null;
  readonly demo: ShownDemo | null;
}

/** The access to the demo tenant, and that of the people of its sample. */
export interface ShownDemo extends Demo {
  readonly team: readonly TeamAccess[];
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The content of `state.json`, corrected by the live processes: one that died a moment ago is never shown as ready. */
export async function readStatus(showsSecrets: boolean, folder: string = stateFolder): Promise<StatusDocument> {
  const state = await readState(folder);
  if (state === undefined) {
    return { state: 'stopped', baseUrl: null, services: [], servers: [], mail: null, data: null, demo: null };
  }
  const urls = showsSecrets ? await readServerUrls(state.dataDir) : {};
  const services = state.services.map(async ({ instance, managementUrl, ...entry }) => ({
    name: entry.name,
    instance,
    ...(await shown(entry)),
    managementUrl,
    restarts: entry.restarts,
  }));
  const servers = state.servers.map(async (entry) => ({
    name: entry.name,
    ...(await shown(entry)),
    url: urls[entry.name] ?? entry.url,
    restarts: entry.restarts,
  }));
  const isLocal = loopback.has(new URL(state.baseUrl).hostname);
  return {
    state: await platformState(state),
    baseUrl: state.baseUrl,
    services: await Promise.all(services),
    servers: await Promise.all(servers),
    mail: state.mailUrl === undefined ? { folder: mailFolder(state.dataDir) } : { url: urls['mail'] ?? state.mailUrl },
    data: { folder: state.dataDir, freeBytes: await freeBytes(state.dataDir).catch(() => 0) },
    demo: isLocal && state.state !== 'stopped' ? await shownDemo(state.dataDir) : null,
  };
}

async function shownDemo(dataDir: string): Promise<ShownDemo | null> {
  const demo = await readDemo(dataDir);
  return demo === undefined ? null : { ...demo, team: await readTeam(dataDir) };
}

interface ShownMember {
  readonly pid: number | null;
  readonly container: string | null;
  readonly url: string;
  readonly state: MemberState;
}

async function shown({ pid, startTime, container, url, state }: ServerEntry): Promise<ShownMember> {
  const isThere = await isRunning({ pid, startTime, container });
  return { pid, container: container ?? null, url, state: isThere ? state : 'stopped' };
}

async function platformState(state: StateFile): Promise<PlatformState> {
  const living = (await livingRunners(state)).length;
  if (!isSupervised(state)) {
    return living === 0 ? 'stopped' : 'degraded';
  }
  const isWhole = living === state.services.length + state.servers.length;
  return state.state === 'ready' && !isWhole ? 'degraded' : state.state;
}
