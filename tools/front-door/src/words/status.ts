import { program, type Outcome } from '@rapport/command-line';
import { freeBytesMin, readStatus, whoSignsIn, type StatusDocument } from '@rapport/local-platform';

export async function status(showsSecrets: boolean): Promise<Outcome> {
  const document = await readStatus(showsSecrets);
  return { document, text: describe(document) };
}

function describe({ state, baseUrl, services, servers, mail, data, demo }: StatusDocument): string {
  const rows = [
    ...services.map((service) => [
      `${service.name} ${service.instance}`,
      service.state,
      service.pid,
      service.url,
      service.restarts,
    ]),
    ...servers.map((server) => [server.name, server.state, server.pid, server.url, server.restarts]),
  ].map(([name, memberState, pid, url, restarts]) => {
    const count = Number(restarts);
    const again = count === 0 ? '' : `   restarted ${count === 1 ? 'once' : `${count} times`}`;
    return `  ${String(name).padEnd(24)}${String(memberState).padEnd(10)}${String(pid ?? '-').padEnd(9)}${String(url)}${again}`;
  });
  const heading =
    baseUrl === null || state === 'stopped' ? `${state}; start it with ${program} up` : `${state} at ${baseUrl}`;
  const access =
    demo === null
      ? []
      : [
          `  demo client ${demo.clientId}, secret ${demo.clientSecret}`,
          `  console at ${baseUrl}/console`,
          whoSignsIn(demo),
        ];
  const mails = mail === null ? [] : [`  mails ${'folder' in mail ? `in ${mail.folder}` : `to ${mail.url}`}`];
  const folder =
    data === null
      ? []
      : [
          `  data in ${data.folder}, logs in ${data.folder}/logs, ${megabytes(data.freeBytes)} MB free${scarcityOf(data.freeBytes)}`,
        ];
  return [heading, ...rows, ...mails, ...folder, ...access].join('\n');
}

function scarcityOf(freeBytes: number): string {
  return freeBytes < freeBytesMin ? ': writes fail where nothing is left; see docs/runbooks/disk-full.md' : '';
}

function megabytes(bytes: number): string {
  return Math.floor(bytes / 1_000_000).toLocaleString('en');
}
