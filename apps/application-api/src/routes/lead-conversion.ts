import { requireDeveloperScope, requirePermission } from '@rapport/admission';
import { leadConversionContract } from '@rapport/application-contract';
import { implement, RawJson } from '@rapport/http-contract';
import type { ConversionRequest, ConversionRights, LeadConversion } from '@rapport/lead-conversion';
import type { z } from 'zod';
import type { ApplicationContext } from '../guards.ts';
import { recordKeyOf } from './record-handlers.ts';

export function leadConversionRoutes(conversion: LeadConversion) {
  return implement(leadConversionContract)<ApplicationContext>({
    previewLeadConversion: async (context, { params }) => ({
      status: 200,
      body: new RawJson(JSON.stringify(await conversion.preview(context, params.id, rightsOf(context)))),
    }),
    executeLeadConversion: async (context, request) => {
      const asked = requestOf(request.body);
      const { result, isReplayed } = await conversion.execute(context, asked, rightsOf(context), recordKeyOf(request));
      return { status: 200, body: result, headers: isReplayed ? { 'idempotency-replayed': 'true' } : {} };
    },
    convertLead: async (context, { params }) => {
      await conversion.executeAsSuggested(context, params.id, rightsOf(context));
      return { status: 200, body: true, headers: legacyHeaders };
    },
  });
}

/** It is kept for clients from before the preview. Both times are given by RFC 9745 and RFC 8594. */
const legacyHeaders = {
  deprecation: '@1763769600',
  sunset: 'Mon, 22 Nov 2027 00:00:00 GMT',
  link: '</api/v1/lead/convert>; rel="successor-version"',
};

/** The rights of the caller: its permissions, and with a token for development its scopes as well. */
function rightsOf({ state, token }: ApplicationContext): ConversionRights {
  const require = (permission: string): void => {
    if (token.kind === 'client' && state.client !== null && permission !== 'lead.convert') {
      requireDeveloperScope({ ...state, client: state.client }, token.scopes, {
        permissions: [permission],
        act: 'write',
      });
    }
    requirePermission(state, permission);
  };
  return { require, has: (permission) => passes(() => require(permission)) };
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

type ExecuteBody = z.output<typeof leadConversionContract.executeLeadConversion.body>;

function requestOf({ customer, contact, opportunity, ...body }: ExecuteBody): ConversionRequest {
  return {
    leadId: body.leadId,
    version: body.version,
    targets: {
      customer: customer && { mode: customer.mode, existingId: customer.customerId, values: customer.values },
      contact: contact && { mode: contact.mode, existingId: contact.contactId, values: contact.values },
      opportunity: opportunity && { mode: opportunity.mode, values: opportunity.values },
    },
    overwritesExisting: body.overwriteExisting,
    movesActivities: body.moveActivities,
    ownerUserId: body.ownerUserId,
    skipsDuplicateCheck: body.skipDuplicateCheck,
  };
}
