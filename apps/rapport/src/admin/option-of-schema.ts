import { WrongUse, type Option } from '@rapport/command-line';

/** The JSON Schema of a member, as far as an option follows from it. */
export interface MemberSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly MemberSchema[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly items?: MemberSchema;
  readonly pattern?: string;
  readonly default?: string | number | boolean | object | null;
  readonly description?: string;
}

/** An option, and the value that its text becomes; undefined where it is not given. */
export interface ReadOption {
  readonly option: Option;
  readonly read: (given: string | boolean | undefined) => unknown;
}

/** The option that gives a member. A flag that is off unless it is given is a switch. */
export function optionOfSchema(name: string, member: string, schema: MemberSchema): ReadOption {
  const { anyOf = [], default: initial } = schema;
  const types = [schema, ...anyOf].flatMap(({ type = [] }) => type);
  if (types.includes('boolean') && initial === false) {
    return { option: { summary: firstSentence(schema) }, read: (given) => given || undefined };
  }
  const { value = name.split('-').at(-1)?.toUpperCase(), is, shown = '', ...form } = formOf(member, schema, types);
  // A text could be the word none itself, and a member that is null unless it is given needs no word for that.
  const none = types.includes('null') && !types.includes('string') && initial === undefined ? ['none'] : [];
  const byDefault =
    initial === undefined || typeof initial === 'object' ? '' : ` (default ${initial}${form.unit ?? ''})`;
  return {
    option: { value: [value, ...none].join('|'), summary: `${firstSentence(schema)}${shown}${byDefault}` },
    read: (given) => {
      const found = typeof given !== 'string' ? undefined : none.includes(given) ? null : form.read(given);
      if (given !== undefined && found === undefined) {
        throw new WrongUse(`--${name} is ${[is, ...none].join(' or ')}.`);
      }
      return found;
    },
  };
}

/** Texts of one form. */
interface Form {
  /** The form as the usage shows it; the name of the option where it says nothing. */
  readonly value?: string;
  readonly is: string;
  /** The end of the option's sentence in the help. */
  readonly shown?: string;
  readonly unit?: string;
  /** The value of a text, or undefined where the text has another form. */
  readonly read: (text: string) => unknown;
}

function formOf(member: string, { enum: words, format = '', items }: MemberSchema, types: readonly string[]): Form {
  if (words !== undefined) {
    const listed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
    const read = (text: string) => words.find((word) => word === text);
    return words.length > 3 ? { is: listed, shown: `: ${listed}`, read } : { value: words.join('|'), is: listed, read };
  }
  if (items !== undefined) {
    return listForm(items);
  }
  const named = member.endsWith('Seconds') ? 'seconds' : [format, ...types].find((one) => Object.hasOwn(forms, one));
  return forms[named ?? ''] ?? { is: 'a text', read: (text) => text };
}

/** Items stand between commas, and at spaces too where none can have a space in it. */
function listForm({ pattern = '' }: MemberSchema): Form {
  const between = new RegExp(pattern, 'u').test('a b') ? ',' : /[\s,]+/;
  const read = (text: string) =>
    text
      .split(between)
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return { value: '"A,B"', is: 'a list', read };
}

const secondsPer: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const forms: Readonly<Record<string, Form>> = {
  seconds: {
    value: 'TIME',
    is: 'a time such as 90s, 15m, 24h or 7d',
    shown: ', such as 90s, 15m, 24h or 7d',
    unit: 's',
    read: (text) => {
      const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
      return count === undefined ? undefined : Number(count) * (secondsPer[unit] ?? 1);
    },
  },
  integer: { value: 'N', is: 'a whole number', read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined) },
  number: { value: 'N', is: 'a number', read: (text) => (/^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : undefined) },
  boolean: { value: 'yes|no', is: 'yes or no', read: (text) => ({ yes: true, no: false })[text] },
  date: { value: 'DAY', is: 'a day', shown: ', such as 2026-01-31', read: (text) => text },
  'date-time': { value: 'TIME', is: 'a time', shown: ', such as 2026-01-31T09:30:00Z', read: (text) => text },
};

/** The first sentence of a description as the help shows it: it begins small and ends without a stop. */
function firstSentence({ description = '' }: MemberSchema): string {
  const [sentence = ''] = description.split(/\.(?: |$)/);
  return sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}
