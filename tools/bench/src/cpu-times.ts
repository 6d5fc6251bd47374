import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU seconds that a process and everything below it have used so far, ended children included. */
export function cpuSeconds(pid: number): number {
  const children = childrenOf();
  const family = [pid];
  for (const member of family) family.push(...(children.get(member) ?? []));
  return family.reduce((sum, member) => sum + ownSeconds(member), 0);
}

function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

function ownSeconds(pid: number): number {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statOf(pid)?.slice(11, 15).map(Number) ?? [];
  return (user + system + childUser + childSystem) / ticksPerSecond;
}

/** The fields that follow the program's name, which may hold spaces and parentheses itself. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
