import { expect, test } from 'vitest';
import { Failure } from '../../api/failure.ts';
import { namingFields, problemsOf } from './naming-fields.ts';

test('what is wrong with a custom field of a body is named by its key', async () => {
  const body = { customFields: [{ key: 'a' }, { key: 'b' }] };
  const refused = namingFields(body, () =>
    Promise.reject(
      new Failure(400, { message: 'No.', errors: { 'customFields[1].value': ['Wrong.'], name: ['Bad.'] } }),
    ),
  );
  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: 'No.',
    errors: { 'customFields.b': ['Wrong.'], name: ['Bad.'] },
  });
});

test('each sentence stands at its field, with the part of the value, and the rest apart', () => {
  const errors = {
    name: ['This is required.'],
    'address.countryCode': ['This is no country.'],
    'tags[2]': ['This is too long.'],
    'customFields.region': ['This is not an option.'],
    customFields: ['A field is missing.'],
    '': ['Send an object.'],
  };
  const names = ['name', 'address', 'tags', 'customFields.region'];
  expect(problemsOf(new Failure(400, { errors }), names)).toEqual({
    atFields: {
      name: 'This is required.',
      address: 'Country code: This is no country.',
      tags: 'Number 3: This is too long.',
      'customFields.region': 'This is not an option.',
    },
    others: ['Custom fields: A field is missing.', 'Send an object.'],
  });
});

test('a failure without places has no problems of fields', () => {
  expect(problemsOf(new Error('x'), ['name'])).toEqual({ atFields: {}, others: [] });
});
