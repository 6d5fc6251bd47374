import { customValues, type CustomValue, type Values } from './values.ts';

export const targets = ['customer', 'contact', 'opportunity'] as const;
export type Target = (typeof targets)[number];

/** A value of the lead, and the member that it goes to. */
export interface FieldMapping {
  readonly source: string;
  /** The target and the member, as `customer.name`. */
  readonly target: string;
  readonly value: unknown;
}

/** The values that each record takes from the lead. */
export interface MappedLead {
  readonly values: Readonly<Record<Target, Values>>;
  readonly fieldMappings: readonly FieldMapping[];
  /** The keys of those custom fields of the lead that no record takes. */
  readonly unmappedCustomFields: readonly string[];
}

/** An enabled custom field of a kind of record. */
export interface CustomFieldKind {
  readonly target: Target | 'lead';
  readonly key: string;
  readonly fieldType: string;
  /** Empty for other fields than those with options. */
  readonly options: readonly string[];
}

/** The members that are copied under their own names, or under another one, by the record that takes them. */
const copied: Readonly<Record<Target, Readonly<Record<string, string>>>> = {
  customer: { email: 'email', phone: 'phone', address: 'address', website: 'website', industry: 'industry' },
  contact: {
    firstName: 'firstName',
    lastName: 'lastName',
    jobTitle: 'jobTitle',
    email: 'email',
    phone: 'phone',
    mobilePhone: 'mobilePhone',
    address: 'address',
  },
  opportunity: {
    estimatedValue: 'amount',
    currency: 'currency',
    source: 'source',
    campaignId: 'campaignId',
    description: 'description',
  },
};

/** The records that a lead becomes. A member of it that is empty goes nowhere. */
export function mappedLead(lead: Values, kinds: readonly CustomFieldKind[]): MappedLead {
  const name = nameOf(lead);
  const plain = targets.flatMap((target) => [
    ...(target === 'contact' ? [] : [{ target, member: 'name', ...name }]),
    ...Object.entries(copied[target]).map(([source, member]) => ({
      target,
      member,
      source,
      value: carried(lead, source),
    })),
  ]);
  const taken = plain.filter(({ value }) => value !== null);
  const custom = mappedCustomFields(customValues(lead), kinds);
  const valuesOf = (target: Target): Values => {
    const members = taken.filter((each) => each.target === target).map(({ member, value }) => [member, value] as const);
    const customFields = custom.filter((each) => each.target === target).map(({ field }) => field);
    return { ...Object.fromEntries(members), ...(customFields.length > 0 && { customFields }) };
  };
  const mappedKeys = new Set(custom.map(({ field }) => field.key));
  return {
    values: { customer: valuesOf('customer'), contact: valuesOf('contact'), opportunity: valuesOf('opportunity') },
    fieldMappings: [
      ...taken.map(({ target, member, source, value }) => ({ source, target: `${target}.${member}`, value })),
      ...custom.map(({ target, field: { key, value } }) => ({
        source: `customFields.${key}`,
        target: `${target}.customFields.${key}`,
        value,
      })),
    ],
    unmappedCustomFields: customValues(lead)
      .map(({ key }) => key)
      .filter((key) => !mappedKeys.has(key)),
  };
}

/** A lead's estimate may be negative and an amount may not, so such an estimate goes nowhere. */
function carried(lead: Values, source: string): unknown {
  const value = lead[source] ?? null;
  return source === 'estimatedValue' && Number(value) < 0 ? null : value;
}

/** The company, else the person. */
function nameOf({ companyName, firstName, lastName }: Values): { source: string; value: unknown } {
  if (companyName !== null && companyName !== undefined) {
    return { source: 'companyName', value: companyName };
  }
  const fullName = [firstName, lastName].filter((name) => typeof name === 'string').join(' ');
  return { source: 'fullName', value: [...fullName].slice(0, nameLengthMax).join('').trimEnd() };
}

/** First and last name may be longer together than a name of a customer or an opportunity. In code points. */
const nameLengthMax = 200;

/** A value goes to each field of equal key and type that can hold it. */
function mappedCustomFields(
  fields: readonly CustomValue[],
  kinds: readonly CustomFieldKind[],
): { target: Target; field: CustomValue }[] {
  return fields.flatMap((field) => {
    const own = kinds.find(({ target, key }) => target === 'lead' && key === field.key);
    const takes = ({ target, key, fieldType, options }: CustomFieldKind): boolean =>
      target !== 'lead' &&
      key === field.key &&
      fieldType === own?.fieldType &&
      (options.length === 0 || options.includes(String(field.value)));
    return targets.flatMap((target) =>
      kinds.some((kind) => kind.target === target && takes(kind)) ? [{ target, field }] : [],
    );
  });
}
