import { TokenVerifier, type ClientToken } from '@rapport/access-tokens';
import { Admission, Entrance } from '@rapport/admission';
import { isProduction } from '@rapport/config';
import { CustomFieldMetadata } from '@rapport/custom-fields';
import { httpApp } from '@rapport/http-server';
import { UserDirectory } from '@rapport/people';
import { CursorCodec } from '@rapport/records';
import { Redis } from '@rapport/redis';
import { Telemetry } from '@rapport/telemetry';
import { RequestCounts } from '@rapport/usage';
import type { Container } from 'inversify';
import type { Settings } from './config.ts';
import { recordNeeds } from './container.ts';
import {
  admitAgain,
  admitCaller,
  checkPermission,
  checkScope,
  checkSubscription,
  type PublicContext,
} from './guards.ts';
import {
  consoleRoutes,
  documentRoutes,
  errorPageRoutes,
  frontPageRoutes,
  metadataRoutes,
  readerRoutes,
  recordRoutes,
  userRoutes,
} from './routes/index.ts';

/** The integration surface: its checks in order, and a line for each resource. */
export function publicApi(container: Container, { ISSUER: issuer }: Pick<Settings, 'ISSUER'>) {
  const tokens = container.get<TokenVerifier<ClientToken>>(TokenVerifier);
  const counts = container.get(RequestCounts);
  const entrance = new Entrance(tokens, container.get(Admission), container.get(Redis));
  return httpApp<PublicContext>({
    telemetry: container.get(Telemetry),
    guards: [admitCaller(entrance), checkSubscription, checkScope, checkPermission],
    guardsBehindBody: [admitAgain],
    routes: [
      ...recordRoutes(container.get(recordNeeds)),
      ...metadataRoutes(container.get(CustomFieldMetadata)),
      ...userRoutes(container.get(UserDirectory), container.get(CursorCodec)),
    ],
    open: {
      routes: [
        ...documentRoutes(),
        ...errorPageRoutes(),
        ...readerRoutes(),
        ...frontPageRoutes(),
        ...consoleRoutes(issuer),
      ],
      contextOf: ({ trace }) => ({ trace }),
    },
    checkResponses: !isProduction,
    onAnswered: (status, { tenantId }) => counts.answered(tenantId, status),
  });
}
