export { CampaignMemberList } from './campaign-member-list.ts';
export { CampaignMemberService, type Addition } from './campaign-member-service.ts';
