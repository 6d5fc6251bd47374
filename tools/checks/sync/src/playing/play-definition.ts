import { done } from '@rapport/testbed';
import type { FieldPlan, Model, ResourceName } from '@rapport/testbed/model';
import type { World } from '../actors/world.ts';
import type { Requests } from './requests.ts';

/** Defines a custom field; one that is there is disabled, and a disabled one enabled again. */
export async function playDefinition(
  { tenant: { id, operator } }: World,
  model: Model,
  requests: Requests,
  resource: ResourceName,
  plan: FieldPlan,
): Promise<void> {
  const { key } = plan;
  const params = { tenantId: id, module: resource, key };
  const what = model.fields.change(resource, plan);
  requests.note(`the operator: ${what}s the field ${key} of ${resource}`);
  switch (what) {
    case 'create':
      return void done(
        await operator.createCustomField({ params, body: { module: resource, label: key, ...plan } }),
        201,
      );
    case 'disable':
      return void done(await operator.disableCustomField({ params }), 200);
    case 'enable':
      return void done(await operator.enableCustomField({ params }), 200);
  }
}
