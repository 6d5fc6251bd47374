import { requirePermission, requireVerified, type ActingState } from '@rapport/admission';
import { marketingEmailContract } from '@rapport/application-contract';
import { implement, type SentFile } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import { marketingStatuses } from '@rapport/kinds';
import { requireMailContent, type MarketingEmailColumns, type MarketingEmailService } from '@rapport/marketing-email';
import type { SteppedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers, recordKeyOf } from './record-handlers.ts';
import { stateNamed } from './state-setter.ts';

export function marketingEmailRoutes(store: SteppedRecords<MarketingEmailColumns>, mails: MarketingEmailService) {
  const { get, search } = recordHandlers(store);
  return implement(marketingEmailContract)<ApplicationContext>({
    createMaktEmail: async (context, request) => {
      const { query, body: file } = request;
      if (query.Status === 'scheduled') {
        requirePermission(context.state, due);
        requireVerified(context.state);
      }
      const created = requireMailContent({ subject: query.Subject, file }).then(() =>
        mails.create(context, inputOf(query, file), recordKeyOf(request)),
      );
      const { result, isReplayed } = await created.catch((error: unknown) => {
        throw namingParameters(error);
      });
      const headers = { etag: firstEtag, ...(isReplayed && { 'idempotency-replayed': 'true' as const }) };
      return { status: 200, body: result, headers };
    },
    searchMaktEmail: search,
    getMaktEmail: get,
    setMaktEmailStatus: async (context, { params }) => {
      const state = stateNamed('status', marketingStatuses, params.status);
      const lacking = await mails.step(context, params.id, state, usable(context.state));
      if (lacking !== null) {
        requirePermission(context.state, lacking);
        requireVerified(context.state);
      }
      return { status: 200, body: true };
    },
  });
}

const due = 'marketingEmails.send';

/** The permissions of the user. What makes a mailing due is of no use to a tenant that is not verified. */
function usable({ tenant, user }: ActingState): readonly string[] {
  return tenant.isVerified ? user.permissions : user.permissions.filter((permission) => permission !== due);
}

/** The validator of a record that was just made. */
const firstEtag = '"1"';

type Parameters = Readonly<Record<string, string | null>>;

/** The members of a record, which the query spells in upper case, and the file. */
function inputOf(query: Parameters, file: SentFile | undefined) {
  const members = Object.entries(query).map(([name, value]) => [memberOf(name), value]);
  return { ...(Object.fromEntries(members) as Parameters), fileName: file?.name, file: file?.content };
}

function memberOf(parameter: string): string {
  return parameter.charAt(0).toLowerCase() + parameter.slice(1);
}

/** The failure, with its places as the query spells them; the file alone is in no query. */
function namingParameters(error: unknown): unknown {
  if (!(error instanceof AppError) || error.errors === undefined) {
    return error;
  }
  const { code, message, errors } = error;
  const named = Object.entries(errors).map(([member, problems]) => [parameterOf(member), problems]);
  return new AppError(code, message, { errors: Object.fromEntries(named) as typeof errors, cause: error });
}

function parameterOf(member: string): string {
  return member === 'file' ? member : member.charAt(0).toUpperCase() + member.slice(1);
}
