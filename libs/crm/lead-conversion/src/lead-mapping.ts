import { customValues, type CustomValue, type Values } from './values.ts';

export const parts = ['customer', 'contact', 'opportunity'] as const;
export type Part = (typeof parts)[number];

/** A value of the lead, and the member that it goes to. */
export interface FieldMapping {
  readonly source: string;
  /** The part and the member, as `customer.name`. */
  readonly target: string;
  readonly value: unknown;
}

/** The values that each record takes from the lead. */
export interface MappedLead {
  readonly values: Readonly<Record<Part, Values>>;
  readonly fieldMappings: readonly FieldMapping[];
  /** The keys of those custom fields of the lead that no record takes. */
  readonly unmappedCustomFields: readonly string[];
}

/** An enabled custom field of a kind of record. */
export interface CustomFieldKind {
  readonly part: Part | 'lead';
  readonly key: string;
  readonly fieldType: string;
  /** Empty for other fields than those with options. */
  readonly options: readonly string[];
}

/** The members that are copied under their own names, or under another one, by the record that takes them. */
const copied: Readonly<Record<Part, Readonly<Record<string, string>>>> = {
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
  const plain = parts.flatMap((part) => [
    ...(part === 'contact' ? [] : [{ part, member: 'name', ...name }]),
    ...Object.entries(copied[part]).map(([source, member]) => ({ part, member, source, value: carried(lead, source) })),
  ]);
  const taken = plain.filter(({ value }) => value !== null);
  const custom = mappedCustomFields(customValues(lead), kinds);
  const valuesOf = (part: Part): Values => {
    const members = taken.filter((each) => each.part === part).map(({ member, value }) => [member, value] as const);
    const customFields = custom.filter((each) => each.part === part).map(({ field }) => field);
    return { ...Object.fromEntries(members), ...(customFields.length > 0 && { customFields }) };
  };
  const mappedKeys = new Set(custom.map(({ field }) => field.key));
  return {
    values: { customer: valuesOf('customer'), contact: valuesOf('contact'), opportunity: valuesOf('opportunity') },
    fieldMappings: [
      ...taken.map(({ part, member, source, value }) => ({ source, target: `${part}.${member}`, value })),
      ...custom.map(({ part, field: { key, value } }) => ({
        source: `customFields.${key}`,
        target: `${part}.customFields.${key}`,
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
  const fullName = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
  return { source: 'fullName', value: [...fullName].slice(0, nameLengthMax).join('').trimEnd() };
}

/** First and last name may be longer together than a name of a customer or an opportunity. In code points. */
const nameLengthMax = 200;

/** A value goes to each field of equal key and type that can hold it. */
function mappedCustomFields(
  fields: readonly CustomValue[],
  kinds: readonly CustomFieldKind[],
): { part: Part; field: CustomValue }[] {
  return fields.flatMap((field) => {
    const own = kinds.find(({ part, key }) => part === 'lead' && key === field.key);
    const takes = ({ part, key, fieldType, options }: CustomFieldKind): boolean =>
      part !== 'lead' &&
      key === field.key &&
      fieldType === own?.fieldType &&
      (options.length === 0 || options.includes(String(field.value)));
    return parts.flatMap((part) => (kinds.some((kind) => kind.part === part && takes(kind)) ? [{ part, field }] : []));
  });
}
