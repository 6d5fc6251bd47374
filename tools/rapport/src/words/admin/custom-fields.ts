import { texts } from '../../cli/values.ts';
import { adminCommand, tenant } from './admin-command.ts';

const module = { value: 'MODULE', required: true, summary: 'customers, contacts, leads or opportunities' } as const;
const key = { value: 'KEY', required: true, summary: 'the name of the field in records; it never changes' } as const;

export const customFieldCommands = [
  adminCommand('custom-field create', 'Add a custom field to the records of a module.', {
    options: {
      tenant,
      module,
      key,
      label: { value: 'LABEL', required: true, summary: 'the name of the field for people' },
      type: {
        value: 'TYPE',
        required: true,
        summary: 'text, textArea, number, date, dateTime, boolean, select, email, url or phone',
      },
      description: { value: 'TEXT', summary: 'what the field is for' },
      required: { summary: 'hold every create to a value' },
      options: { value: '"A,B"', summary: 'what a select takes, with commas between' },
    },
    ask: (operator, values) =>
      operator.createCustomField({
        params: { tenantId: values.tenant },
        body: {
          module: values.module,
          key: values.key,
          label: values.label,
          description: values.description,
          fieldType: values.type,
          isRequired: values.required,
          options: texts(values, 'options'),
        },
      }),
  }),
  adminCommand('custom-field disable', 'Take a custom field out of records; its values and its key stay.', {
    options: { tenant, module, key },
    ask: (operator, values) => operator.disableCustomField({ params: pathOf(values) }),
  }),
  adminCommand('custom-field enable', 'Show a disabled custom field again.', {
    options: { tenant, module, key },
    ask: (operator, values) => operator.enableCustomField({ params: pathOf(values) }),
  }),
];

interface FieldValues {
  readonly tenant: string;
  readonly module: string;
  readonly key: string;
}

function pathOf(values: FieldValues) {
  return { tenantId: values.tenant, module: values.module, key: values.key };
}
