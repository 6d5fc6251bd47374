export type ServersWay = 'processes' | 'containers';

/** The way of servers: as processes of this machine, unless RAPPORT_SERVERS says in containers. */
export function serversWay(): ServersWay {
  const way = process.env['RAPPORT_SERVERS'] ?? '';
  if (way === 'containers') {
    return 'containers';
  }
  if (way === '' || way === 'processes') {
    return 'processes';
  }
  throw new Error(`RAPPORT_SERVERS is processes or containers, and not ${way}.`);
}
