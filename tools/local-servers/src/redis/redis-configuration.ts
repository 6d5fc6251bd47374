import type { IssuedCertificate } from '../private-authority.ts';

export interface RedisOptions {
  readonly dataDir: string;
  /** The address of this machine at which it listens, 127.0.0.1 where none is given. */
  readonly host?: string;
  /** A free one when it is not given. */
  readonly port?: number;
  readonly logFile?: string;
  readonly maxMemory?: string;
  /** With one it speaks TLS alone, and is a process, whatever RAPPORT_SERVERS says. */
  readonly certificate?: IssuedCertificate;
  /** Variables of its process. A server that gets some is a process, whatever RAPPORT_SERVERS says. */
  readonly environment?: Readonly<Record<string, string>>;
}

export const stopSteps = [{ signal: 'SIGTERM', waitMs: 5_000 }] as const;

export function redisUrl(password: string, host: string, port: number, protocol = 'redis'): string {
  return `${protocol}://:${password}@${host}:${port}`;
}

export function redisConfiguration(given: Configuration): string {
  const { folder, host, port, password, maxMemory = '256mb', certificate } = given;
  return [
    `bind ${host}`,
    'protected-mode yes',
    ...(certificate === undefined ? [`port ${port}`] : encrypted(port, certificate)),
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    'save ""',
    'appendonly no',
    `maxmemory ${maxMemory}`,
    'maxmemory-policy noeviction',
    'daemonize no',
    '',
  ].join('\n');
}

function encrypted(port: number, { certificate, key }: IssuedCertificate): string[] {
  const files = [`tls-cert-file ${JSON.stringify(certificate)}`, `tls-key-file ${JSON.stringify(key)}`];
  return ['port 0', `tls-port ${port}`, ...files, 'tls-auth-clients no'];
}

interface Configuration {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly maxMemory?: string | undefined;
  readonly certificate?: IssuedCertificate | undefined;
}
