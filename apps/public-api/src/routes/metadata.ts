import type { CustomFieldDefinition, CustomFieldMetadata } from '@rapport/custom-fields';
import { implement } from '@rapport/http-contract';
import { metadataContract } from '@rapport/public-contract';
import type { PublicContext } from '../guards.ts';

export function metadataRoutes(customFields: CustomFieldMetadata) {
  return implement(metadataContract)<PublicContext>({
    listCustomFields: async (context, { query }) => {
      const { number, enabled } = await customFields.of(context, query.module);
      return { status: 200, body: enabled.map(shown), headers: { etag: `"${number}"` } };
    },
  });
}

function shown({ isEnabled: _, options, ...field }: CustomFieldDefinition) {
  return { ...field, options: [...options] };
}
