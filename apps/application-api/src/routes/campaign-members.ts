import { campaignMemberContract } from '@rapport/application-contract';
import type { CampaignMemberList, CampaignMemberService } from '@rapport/campaign-members';
import { implement, searchAnswerText } from '@rapport/http-contract';
import type { ApplicationContext } from '../guards.ts';
import { readsOf } from '../permissions-of.ts';
import { recordKeyOf } from './record-handlers.ts';

export function campaignMemberRoutes(members: CampaignMemberService, list: CampaignMemberList) {
  return implement(campaignMemberContract)<ApplicationContext>({
    addCampaignMember: async (context, request) => {
      const { isReplayed } = await members.add(context, request.body, recordKeyOf(request));
      return { status: 200, body: true, headers: isReplayed ? { 'idempotency-replayed': 'true' } : {} };
    },
    searchCampaignMember: async (context, { body }) => ({
      status: 200,
      body: searchAnswerText(body, await list.search(context, body, readsOf(context))),
    }),
    deleteCampaignMember: async (context, { params }) => {
      await members.delete(context, params.id);
      return { status: 200, body: true };
    },
  });
}
