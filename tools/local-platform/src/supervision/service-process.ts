import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { times } from '@rapport/config';
import type { Exit } from '@rapport/local-servers';
import { identify, sendSignal, stopProcess } from '@rapport/local-servers/processes';
import { projectRoot } from '../project.ts';
import { libraryVariables } from '../settings/library-variables.ts';
import { openLog } from './log-file.ts';
import type { Launched, Probe } from './member.ts';

export interface ServiceCommand {
  readonly entry: string;
  readonly logFile: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The variables that a service inherits from the caller of `up`; the plan sets all others. */
const inherited = new Set([
  ...['PATH', 'HOME', 'LANG', 'KAFKA_CLIENT', 'LOG_LEVEL', 'TRACE_SAMPLE_RATIO', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ...Object.keys(libraryVariables),
]);

const drainMs = times.mailDrainMs + times.closeMs;
const probeDeadlineMs = 1_000;

/**
 * Starts a service in a process group of its own, so that Ctrl-C reaches only the supervisor, and with a channel to the
 * supervisor, so that the service ends by itself when the supervisor is killed.
 */
export async function launchService({ entry, logFile, environment }: ServiceCommand): Promise<Launched> {
  const log = await openLog(logFile);
  const kept = Object.entries(process.env).filter(([name]) => inherited.has(name));
  const child = spawn(process.execPath, [entry], {
    cwd: projectRoot,
    detached: true,
    env: { NODE_ENV: 'production', ...Object.fromEntries(kept), TZ: 'UTC', ...environment },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
  const { pid } = child;
  // A service that ends at once can be identified only until the event loop hears of its end.
  const identity = pid === undefined ? undefined : identify(pid);
  await log.close();
  if (pid === undefined || identity === undefined) {
    throw new Error(`${entry} cannot be started`);
  }
  const stop = async (): Promise<void> => {
    await stopProcess(identity, [{ signal: 'SIGTERM', waitMs: drainMs }]);
    await exited;
  };
  const kill = async (): Promise<void> => {
    sendSignal(identity, 'SIGKILL');
    await exited;
  };
  return { pid, exited, stop, kill };
}

/** Asks the management port of a service whether it is ready. */
export function probeReadiness(managementUrl: string): Promise<Probe> {
  return new Promise((resolve) => {
    const req = get(`${managementUrl}/readyz`, { agent: false, timeout: probeDeadlineMs }, (res) => {
      res.resume();
      finish(res.statusCode === 200 ? 'ready' : 'busy');
    });
    const finish = (probe: Probe): void => {
      clearTimeout(deadline);
      req.destroy();
      resolve(probe);
    };
    const deadline = setTimeout(finish, probeDeadlineMs, 'silent');
    req.on('error', () => finish('silent'));
  });
}
