import type { SentValue } from '../../custom-fields.ts';
import type { Model, ModelRecord } from '../../model.ts';
import type { Members, ResourceName } from '../../resources.ts';

export const targets = ['customer', 'contact', 'opportunity'] as const;
export type Target = (typeof targets)[number];

export const kindOf = {
  customer: 'customers',
  contact: 'contacts',
  opportunity: 'opportunities',
} as const satisfies Readonly<Record<Target, ResourceName>>;

/** The members that each record takes from a lead. */
export type MappedLead = Readonly<Record<Target, Members>>;

/** The contract's table. A member without a value goes nowhere. */
export function mappedLead(model: Model, { members, values }: ModelRecord): MappedLead {
  const { companyName, firstName, lastName, email, estimatedValue, description } = members;
  const name = companyName ?? [firstName, lastName].filter((text) => typeof text === 'string').join(' ');
  const amount = Number(estimatedValue) < 0 ? null : estimatedValue;
  const shown = model.fields.shown('leads', values);
  const taken = (target: Target, own: Members): Members => {
    const customFields = model.fields.carried(shown, kindOf[target]);
    const there = Object.entries(own).filter(([, value]) => (value ?? null) !== null);
    return { ...Object.fromEntries(there), ...(customFields.length > 0 && { customFields }) };
  };
  return {
    customer: taken('customer', { name, email }),
    contact: taken('contact', { firstName, lastName, email }),
    opportunity: taken('opportunity', { name, amount, description }),
  };
}

/** The values of a body over those of the lead; of custom fields each over its own. */
export function laidOver(mapped: Members, given: Members = {}): Members {
  const fields = new Map([...sentValues(mapped), ...sentValues(given)].map((field) => [field.key, field]));
  return { ...mapped, ...given, ...(fields.size > 0 && { customFields: [...fields.values()] }) };
}

/** The values that an existing record takes: those that it has not, or all of them. */
export function filling(
  model: Model,
  { resource, members, values: stored }: ModelRecord,
  values: Members,
  overwrites: boolean,
): Members {
  const held = new Set(model.fields.shown(resource, stored).map(({ key }) => key));
  const taken = Object.entries(values).filter(
    ([member]) => member !== 'customFields' && (overwrites || (members[member] ?? null) === null),
  );
  const customFields = sentValues(values).filter(({ key, value }) => overwrites || (!held.has(key) && value !== ''));
  return { ...Object.fromEntries(taken), customFields };
}

/** Each value that goes somewhere, by the member that takes it. */
export function fieldMappings({ members }: ModelRecord, mapped: MappedLead): Members[] {
  const sources: Readonly<Record<string, string>> = {
    name: members['companyName'] === null ? 'fullName' : 'companyName',
    amount: 'estimatedValue',
  };
  return targets.flatMap((target) =>
    Object.entries(mapped[target]).flatMap(([member, value]) =>
      member === 'customFields'
        ? sentValues(mapped[target]).map((field) => ({
            source: `customFields.${field.key}`,
            target: `${target}.customFields.${field.key}`,
            value: field.value,
          }))
        : [{ source: sources[member] ?? member, target: `${target}.${member}`, value }],
    ),
  );
}

/** The keys of the lead's fields that no record takes. */
export function unmappedFields(model: Model, { values }: ModelRecord, mapped: MappedLead): string[] {
  const taken = new Set(targets.flatMap((target) => sentValues(mapped[target]).map(({ key }) => key)));
  return model.fields
    .shown('leads', values)
    .map(({ key }) => key)
    .filter((key) => !taken.has(key));
}

export function sentValues({ customFields = [] }: Members): readonly SentValue[] {
  // No body of these operations has anything else there.
  return customFields as readonly SentValue[];
}
