import { customFieldContract } from '@rapport/application-contract';
import type { CustomField, CustomFieldService } from '@rapport/custom-fields';
import { implement, searchAnswerOf } from '@rapport/http-contract';
import { creationHeaders, keyOf } from '../creations.ts';
import type { ApplicationContext } from '../guards.ts';
import { etagOf, seenVersion } from '../versions.ts';

export function customFieldRoutes(customFields: CustomFieldService) {
  return implement(customFieldContract)<ApplicationContext>({
    createCustomField: async (context, request) => {
      const { tenant, change } = context;
      const { module, ...field } = request.body;
      const created = await customFields.create(change, tenant, module, field, keyOf(context, request));
      return { status: 200, body: created.made, headers: creationHeaders(created) };
    },
    updateCustomField: async (context, { body: { id, ...input }, headers }) => {
      const { tenant, change } = context;
      const seen = await seenVersion(headers['if-match'], () => customFields.get(context, tenant, id));
      const version = await customFields.update(change, tenant, id, input, seen);
      return { status: 200, body: id, headers: { etag: etagOf(version) } };
    },
    searchCustomField: async (context, { body }) => {
      const { items, ...page } = await customFields.search(context, context.tenant, body);
      return { status: 200, body: searchAnswerOf(body, { ...page, items: items.map(shownField) }) };
    },
    disableCustomField: async ({ change, tenant }, { params }) => {
      await customFields.setActive(change, tenant, params.id, false);
      return { status: 200, body: true };
    },
    enableCustomField: async ({ change, tenant }, { params }) => {
      await customFields.setActive(change, tenant, params.id, true);
      return { status: 200, body: true };
    },
  });
}

function shownField(field: CustomField) {
  return { ...field, options: [...field.options] };
}
