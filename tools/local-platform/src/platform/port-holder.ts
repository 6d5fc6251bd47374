import { createServer } from 'node:net';
import { readdir, readFile, readlink } from 'node:fs/promises';

/** Whether a process can listen on a port of this machine's own addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)));
  return answers.every(Boolean);
}

/** The processes that listen on a port: name and pid, if this user may see them. */
export async function portHolder(port: number): Promise<string> {
  const inodes = await listeningSockets(port);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const holders = await Promise.all(pids.map(async (pid) => ((await holds(pid, inodes)) ? describe(pid) : undefined)));
  return holders.find((holder) => holder !== undefined) ?? 'a process that this user may not see';
}

/** Whether it is the process with this pid that listens on the port. */
export async function isPortOf(pid: number, port: number): Promise<boolean> {
  return holds(String(pid), await listeningSockets(port));
}

async function listeningSockets(port: number): Promise<Set<string>> {
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1);
    for (const line of lines) {
      const fields = line.trim().split(/\s+/);
      const listens = fields[3] === '0A' && fields[1]?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`);
      if (listens === true && fields[9] !== undefined) {
        inodes.add(`socket:[${fields[9]}]`);
      }
    }
  }
  return inodes;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6 has no process that listens there.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    );
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

async function holds(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const descriptor of descriptors) {
    const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
    if (inodes.has(target)) {
      return true;
    }
  }
  return false;
}

async function describe(pid: string): Promise<string> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'a process');
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
  return `${name.trim()}, pid ${pid}${command === '' ? '' : ` (${command.slice(0, 120)})`}`;
}
