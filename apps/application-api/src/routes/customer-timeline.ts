import { customerTimelineContract } from '@rapport/application-contract';
import { implement, searchAnswerOf } from '@rapport/http-contract';
import type { CustomerTimeline } from '@rapport/timeline';
import type { ApplicationContext } from '../guards.ts';
import { permissionsOf } from '../permissions-of.ts';

export function customerTimelineRoutes(timeline: CustomerTimeline) {
  return implement(customerTimelineContract)<ApplicationContext>({
    searchCustomerTimeline: async (context, { body }) => ({
      status: 200,
      body: searchAnswerOf(body, await timeline.search(context, body, permissionsOf(context))),
    }),
  });
}
