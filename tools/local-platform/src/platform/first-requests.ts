import { consoleContract } from '@rapport/public-contract';
import type { ShownDemo, StatusDocument } from './read-status.ts';

/** The last words of `up`: the console, places, credentials, and three commands that work when pasted one after the other. */
export function firstRequests(baseUrl: string, demo: ShownDemo, { mail, services, data }: StatusDocument): string {
  const mails = mail === null ? '' : 'folder' in mail ? mail.folder : mail.url;
  const metrics = services.find(({ name }) => name === 'public-api')?.managementUrl ?? '';
  const logs = data === null ? '' : `${data.folder}/logs`;
  return `
Rapport is ready: open ${baseUrl}${consoleContract.showConsole.path} and sign in

${whoSignsIn(demo)}

  documents       ${baseUrl}/docs   ${baseUrl}/docs/application   ${baseUrl}/docs/subscription
  mails           ${mails}
  logs            ./rapport logs -f   (${logs})
  metrics         ${metrics}/metrics, and those of the others in ./rapport status --json; see docs/operators/watch.md
  a token         ./rapport login --email ${demo.ownerEmail}
  stop            ./rapport down

  tenant          ${demo.tenantId}
  client id       ${demo.clientId}
  client secret   ${demo.clientSecret}

A token, a customer, and its item in the change feed:

TOKEN=$(curl -s ${baseUrl}/connect/token -d grant_type=client_credentials -d client_id='${demo.clientId}' -d client_secret='${demo.clientSecret}' | sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/') && echo "$TOKEN"

CUSTOMER=$(curl -s ${baseUrl}/api/v1/customers -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"name": "Ada Lovelace Ltd"}') && echo "$CUSTOMER"

curl -s "${baseUrl}/api/v1/changes/customers?updatedFrom=$(echo "$CUSTOMER" | sed 's/.*"lastModifiedOnUtc" *: *"\\([^"]*\\)".*/\\1/')" -H "Authorization: Bearer $TOKEN" && echo
`;
}

/** The owner, and one of each role of the sample's team, with the passwords of those that `up` made. */
export function whoSignsIn({ ownerEmail, ownerPassword, team }: ShownDemo): string {
  const owner = { role: 'owner', email: ownerEmail, password: ownerPassword };
  const first = [...Map.groupBy(team, ({ role }) => role).values()].flatMap(([one]) => one ?? []);
  return [owner, ...first]
    .map(({ role, email, password }) => `  ${role.padEnd(14)}  ${email}   ${password ?? 'with its own password'}`)
    .join('\n');
}
