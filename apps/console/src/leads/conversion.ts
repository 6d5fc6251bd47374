import { api, dataOf } from '../api/api.ts';
import { inWords } from '../words/labels.ts';

/** The outcome that the conversion of a lead would have. */
export function previewOf(leadId: string) {
  return dataOf(api.previewLeadConversion({ params: { id: leadId } }));
}

export type Preview = Awaited<ReturnType<typeof previewOf>>;
export type Matches = Pick<Preview, 'customerMatches' | 'contactMatches'>;
export type Match = Preview['customerMatches'][number];
export type Conversion = Parameters<typeof api.executeLeadConversion>[0]['body'];

export function convert(body: Conversion, key: string) {
  return dataOf(api.executeLeadConversion({ body, headers: { 'idempotency-key': key } }));
}

/** The fate of each part: `create`, `none`, or the id of the record that is filled. */
export interface Choices {
  readonly customer: string;
  readonly contact: string;
  readonly opportunity: string;
}

/** The choices with which a person begins: as the platform suggests. */
export function suggestedChoices({
  customer,
  contact,
  opportunity,
  customerMatches,
  contactMatches,
}: Preview): Choices {
  const choose = (mode: string, matches: readonly Match[]): string =>
    mode === 'existing' ? (matches.find(({ id, score }) => id !== null && score >= strongFrom)?.id ?? 'create') : mode;
  return {
    customer: choose(customer.suggestedMode, customerMatches),
    contact: choose(contact.suggestedMode, contactMatches),
    opportunity: opportunity.suggestedMode,
  };
}

const strongFrom = 90;

export function conversionOf(preview: Preview, choices: Choices, skipDuplicateCheck: boolean): Conversion {
  const { customer, contact, opportunity } = choices;
  const { leadId, version } = preview;
  return {
    ...{ leadId, version, skipDuplicateCheck },
    customer: customer === 'create' ? { mode: 'create' } : { mode: 'existing', customerId: customer },
    contact: contact === 'create' || contact === 'none' ? { mode: contact } : { mode: 'existing', contactId: contact },
    opportunity: { mode: opportunity === 'create' ? 'create' : 'none' },
  };
}

/** A match as a person reads it. */
export function matchInWords({ name, code, matchedOn }: Match): string {
  const marks = matchedOn.map((mark) => inWords(mark).toLowerCase()).join(', ');
  return `${[name, code].filter(Boolean).join(', ')} (has the same ${marks})`;
}
