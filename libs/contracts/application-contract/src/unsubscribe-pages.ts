import { endpoint } from '@rapport/http-contract';
import { z } from 'zod';

const page = {
  path: '/api/v1/maktemail/unsubscribe/{token}',
  access: 'open',
  envelope: 'apiResult',
  page: true,
  params: z.object({ token: z.string() }),
  success: { status: 200, mediaType: 'text/html', body: z.string() },
  errors: [],
} as const;

/**
 * The pages to which the link in a marketing e-mail leads. People read them in a browser, and programs that read mails send
 * the form at once (RFC 8058), so no document lists them. The body of the form is not looked at.
 */
export const unsubscribePageContract = {
  showUnsubscribe: endpoint({ ...page, operationId: 'showUnsubscribe', method: 'get' }),
  unsubscribe: endpoint({ ...page, operationId: 'unsubscribe', method: 'post' }),
};
