import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU microseconds that a process and everything below it have used so far, ended children included. */
export function cpuMicroseconds(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + ownMicroseconds(member) + endedChildMicroseconds(member), 0);
}

/** The memory that a process and everything below it have for themselves; what they share is not counted. */
export function ownMemoryBytes(pid: number): number {
  return familyOf(pid).reduce((sum, member) => {
    const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(read(`/proc/${member}/status`) ?? '')?.[1];
    return sum + Number(kilobytes ?? 0) * 1_024;
  }, 0);
}

/** Whether a process has a connection whose end on its side has this port of the loopback. */
export function hasConnection(pid: number, port: number): boolean {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const connections = (read(`/proc/${pid}/net/tcp`) ?? '').split('\n').map((line) => line.trim().split(/\s+/));
  const sockets = connections.flatMap(([, local, , , , , , , , inode]) =>
    local?.endsWith(end) ? [`socket:[${inode}]`] : [],
  );
  return readDirectory(`/proc/${pid}/fd`).some((file) => sockets.includes(readlinkSync(`/proc/${pid}/fd/${file}`)));
}

/** CPU microseconds that this process has used. */
export function ownCpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** The times of all processors together since the machine started, in microseconds. */
export function machineCpu(): { readonly busy: number; readonly stolen: number; readonly processors: number } {
  const lines = (read('/proc/stat') ?? '').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (lines[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const inMicroseconds = (ticks: number): number => (ticks / ticksPerSecond) * 1e6;
  return {
    busy: inMicroseconds(user + nice + system + irq + softirq),
    stolen: inMicroseconds(steal),
    processors: lines.filter((line) => /^cpu\d/.test(line)).length,
  };
}

/** A process and everything below it, parents first. */
export function familyOf(pid: number): number[] {
  const children = childrenOf();
  const family = [pid];
  for (const member of family) {
    family.push(...(children.get(member) ?? []));
  }
  return family;
}

function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) {
      continue;
    }
    const parent = Number(statOf(Number(name))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/**
 * The scheduler counts the nanoseconds of each live thread, and the process's own times are ticks of ten milliseconds
 * that hold the threads which have ended too, as a virtual machine's compilers do: neither is ever too high.
 */
function ownMicroseconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid)?.slice(11, 13).map(Number) ?? [];
  return Math.max(threadMicroseconds(pid), ((user + system) / ticksPerSecond) * 1e6);
}

function threadMicroseconds(pid: number): number {
  const threads = readDirectory(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [nanoseconds = 0] = (read(`/proc/${pid}/task/${thread}/schedstat`) ?? '').split(' ').map(Number);
    return sum + nanoseconds / 1_000;
  }, 0);
}

function endedChildMicroseconds(pid: number): number {
  const [user = 0, system = 0] = statOf(pid)?.slice(13, 15).map(Number) ?? [];
  return ((user + system) / ticksPerSecond) * 1e6;
}

/** The fields that follow the program's name, which may hold spaces and parentheses itself. */
function statOf(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The text of a file; undefined where the process or thread has ended meanwhile. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
