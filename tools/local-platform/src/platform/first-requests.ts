import type { Demo } from './demo.ts';
import type { StatusDocument } from './read-status.ts';

/** The last words of `up`: places, credentials, and three commands that work when pasted one after the other. */
export function firstRequests(baseUrl: string, demo: Demo, { mail, services, data }: StatusDocument): string {
  const mails = mail === null ? '' : 'folder' in mail ? mail.folder : mail.url;
  const metrics = services.find(({ name }) => name === 'public-api')?.managementUrl ?? '';
  const logs = data === null ? '' : `${data.folder}/logs`;
  return `
Rapport is ready at ${baseUrl}

  documents       ${baseUrl}/docs   ${baseUrl}/docs/application   ${baseUrl}/docs/subscription
  mails           ${mails}
  logs            ./rapport logs -f   (${logs})
  metrics         ${metrics}/metrics, and those of the others in ./rapport status --json; see docs/operators/watch.md
  sign in         ./rapport login --email ${demo.ownerEmail}
  stop            ./rapport down

  tenant          ${demo.tenantId}
  client id       ${demo.clientId}
  client secret   ${demo.clientSecret}
  owner           ${demo.ownerEmail}   ${demo.ownerPassword}

A token, a customer, and its item in the change feed:

TOKEN=$(curl -s ${baseUrl}/connect/token -d grant_type=client_credentials -d client_id='${demo.clientId}' -d client_secret='${demo.clientSecret}' | sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/') && echo "$TOKEN"

CUSTOMER=$(curl -s ${baseUrl}/api/v1/customers -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"name": "Ada Lovelace Ltd"}') && echo "$CUSTOMER"

curl -s "${baseUrl}/api/v1/changes/customers?updatedFrom=$(echo "$CUSTOMER" | sed 's/.*"lastModifiedOnUtc" *: *"\\([^"]*\\)".*/\\1/')" -H "Authorization: Bearer $TOKEN" && echo
`;
}
