export { CampaignMemberService, type Addition } from './campaign-member-service.ts';
export { campaignMembers } from './campaign-members.ts';
