import { setTimeout as delay } from 'node:timers/promises';
import { Failure, sentenceOf } from '@rapport/command-line';
import { prepareServers, serversWay } from '@rapport/local-servers';
import { identify } from '@rapport/local-servers/processes';
import { operatorFile } from './operator-access.ts';
import { readState, readWhole, writeState, writeWhole, type StateFile } from '../state-file.ts';
import { Supervisor } from '../supervision/supervisor.ts';
import { openDataFolder } from './data-folder.ts';
import { ensureDemo, type Demo } from './demo.ts';
import { isSupervised, stopLeftovers } from './leftovers.ts';
import { boundLogs } from './logs.ts';
import { keepOptions } from './kept-options.ts';
import { managementPorts } from './management-ports.ts';
import { withoutLogin } from './mail-destination.ts';
import type { PlatformOptions } from './platform-options.ts';
import { isPortFree, portHolder } from './port-holder.ts';
import { noteInLog } from './process-log.ts';
import { newOperatorCredential } from '@rapport/operators';
import type { OperatorAccess } from '@rapport/rapport';
import { ensureSecrets } from './secrets.ts';
import { postgresUrls, serverUrlsFile } from './server-urls.ts';
import { planServers } from './server-plan.ts';
import { planServices } from './service-plan.ts';
import { StateKeeper } from './state-keeper.ts';

/** A stop waits so long for a start that prepares the databases. */
const preparationMs = 5_000;

/** One installation: its servers, its services and the supervision that keeps them alive. */
export class Platform {
  readonly baseUrl: string;
  readonly #options: PlatformOptions;
  readonly #supervisor: Supervisor;
  readonly #keeper: StateKeeper;
  readonly #stopping = Promise.withResolvers<never>();
  #bringingUp: Promise<Demo | undefined> = Promise.resolve(undefined);
  #stopped: Promise<void> | undefined;

  constructor(options: PlatformOptions) {
    this.#options = options;
    this.baseUrl = `http://localhost:${options.port}`;
    this.#supervisor = new Supervisor({
      changed: () => this.#keeper.changed(),
      happened: (event) => {
        noteInLog(options.dataDir, event);
        if (event.happened === 'ready' && event.isFirstTime) {
          options.say(`          ${event.name} ${event.instance} is ready`);
        }
      },
    });
    this.#keeper = new StateKeeper(options.stateFolder, () => this.#describe());
    this.#stopping.promise.catch(() => undefined);
  }

  /** Starts everything and waits until it is ready; a start that fails, or is stopped, leaves nothing running. */
  async start(): Promise<Demo | undefined> {
    const { dataDir, port } = this.#options;
    await stopWhatWasLeft(this.#options);
    if (!(await isPortFree(port))) {
      throw new Failure(`Port ${port} is taken by ${await portHolder(port)}; choose another with --port.`);
    }
    await openDataFolder(dataDir);
    const ports = await managementPorts(this.#options);
    this.#keeper.changed();
    const stopBounding = boundLogs(dataDir);
    void this.#stopping.promise.catch(stopBounding);
    try {
      this.#bringingUp = bringUp(this.#options, this.#supervisor, this.baseUrl, ports);
      const demo = await Promise.race([this.#bringingUp, this.#stopping.promise]);
      this.#supervisor.complete();
      await this.#keeper.settled();
      return demo;
    } catch (error) {
      await this.stop();
      throw new Failure(sentenceOf(error), { cause: error });
    }
  }

  /** Stops everything; no process is left. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopOnce();
    return this.#stopped;
  }

  /** Ends every process at once, without asking. */
  kill(): Promise<void> {
    return this.#supervisor.kill();
  }

  async #stopOnce(): Promise<void> {
    this.#stopping.reject(new Failure('It was stopped before it was ready.'));
    const settled = this.#bringingUp.catch(() => undefined);
    await this.#supervisor.stop(Promise.race([settled, delay(preparationMs, undefined, { ref: false })]));
    await this.#keeper.close({ ...this.#describe(), state: 'stopped', supervisor: null, services: [], servers: [] });
  }

  #describe(): StateFile {
    const { dataDir, mailUrl } = this.#options;
    return {
      state: this.#supervisor.state,
      baseUrl: this.baseUrl,
      dataDir,
      ...(mailUrl !== undefined && { mailUrl: withoutLogin(mailUrl) }),
      serversAre: serversWay(),
      supervisor: identify(process.pid) ?? null,
      services: this.#supervisor.services,
      servers: this.#supervisor.servers,
    };
  }
}

async function bringUp(
  options: PlatformOptions,
  supervisor: Supervisor,
  baseUrl: string,
  ports: readonly number[],
): Promise<Demo | undefined> {
  const { dataDir, mailUrl, say, parts } = options;
  const timed = stopwatch(say);
  const bundling = parts.bundleConsole();
  // A start that fails before it waits for this has a reason of its own.
  bundling.catch(() => undefined);
  await prepareServers(say);
  const passwords = await ensureSecrets(dataDir);
  await keepOptions(options);
  const servers = await planServers(options);
  await supervisor.startServers(servers.specs);
  const urls = { ...Object.fromEntries(servers.urls), ...(mailUrl !== undefined && { mail: mailUrl }) };
  await writeWhole(serverUrlsFile(dataDir), JSON.stringify(urls), 0o600);
  timed('PostgreSQL, Redis and Kafka answer');
  const administratorUrls = postgresUrls(urls);
  const operatorCredential = await keptOperatorCredential(dataDir);
  const applied = countedNowAndThen(say);
  await parts.preparePlatform({ administratorUrls, passwords, operatorCredential, say: () => applied.add() });
  timed(`the databases have the newest schema${applied.count > 0 ? `; ${applied.count} steps led there` : ''}`);
  const redisUrl = servers.urls.get('redis') ?? '';
  const kafkaUrl = servers.urls.get('kafka') ?? '';
  const plan = await planServices(options, { administratorUrls, passwords, baseUrl, redisUrl, kafkaUrl }, ports);
  const access: OperatorAccess = { url: plan.operatorUrl ?? '', credential: operatorCredential };
  await writeWhole(operatorFile(dataDir), JSON.stringify(access, null, 2), 0o600);
  await bundling;
  await supervisor.startServices(plan.specs);
  await supervisor.startServices([plan.edge]);
  timed(`${plan.specs.length + 1} processes of ${parts.services.length + 1} services are ready`);
  if (!parts.hasDemo) {
    return undefined;
  }
  const demo = await ensureDemo(dataDir, access);
  timed('the demo tenant is there');
  return demo;
}

/** The operator's credential is made once; the table of operators holds only its digest. */
async function keptOperatorCredential(dataDir: string): Promise<string> {
  const kept = await readWhole<OperatorAccess>(operatorFile(dataDir));
  return kept?.credential ?? newOperatorCredential();
}

async function stopWhatWasLeft({ stateFolder, say }: PlatformOptions): Promise<void> {
  const state = await readState(stateFolder);
  if (state === undefined) {
    return;
  }
  if (isSupervised(state)) {
    throw new Failure(`Rapport is up already at ${state.baseUrl}.`);
  }
  const count = await stopLeftovers(state);
  if (count > 0) {
    say(`stopped ${count} processes and containers that a killed platform had left`);
  }
  await writeState({ ...state, state: 'stopped', supervisor: null, services: [], servers: [] }, stateFolder);
}

/** Counts steps, and says how many there were where they take long. */
function countedNowAndThen(say: (line: string) => void): { readonly count: number; add(): void } {
  let count = 0;
  let saidAt = performance.now();
  return {
    get count() {
      return count;
    },
    add: () => {
      count += 1;
      if (performance.now() - saidAt > sayEveryMs) {
        saidAt = performance.now();
        say(`          ${count} files and tenants are migrated`);
      }
    },
  };
}

const sayEveryMs = 5_000;

/** Reports a step, how long it took, and the time since the start. */
function stopwatch(say: (line: string) => void): (reached: string) => void {
  const start = performance.now();
  let last = start;
  return (reached) => {
    const now = performance.now();
    say(`${((now - start) / 1_000).toFixed(1).padStart(6)} s  ${reached} (${((now - last) / 1_000).toFixed(1)} s)`);
    last = now;
  };
}
