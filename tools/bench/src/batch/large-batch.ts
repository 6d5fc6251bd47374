const items = 200;
const wide = '\u{1f600}';

/** Fields that let records be as large as a batch has room for. */
export const largeFields = ['first', 'second'].map((key) => {
  return { module: 'customers' as const, key, label: key, fieldType: 'textArea' as const };
});

/** A batch that is nearly as large as the limit of 5 MB: 200 updates or creates with long texts of four-byte characters. */
export function largeBatch(): string {
  const customers = Array.from({ length: items }, (_, number) => ({
    name: `Customer ${number}`,
    externalId: `large ${number}`,
    description: wide.repeat(4_000),
    customFields: [
      { key: 'first', value: wide.repeat(1_200) },
      { key: 'second', value: `${Math.random()} ${wide.repeat(900)}` },
    ],
  }));
  return JSON.stringify({ items: customers });
}
