import { test } from 'vitest';
import { newName } from '../tenant.ts';
import { expectAll } from './expected.ts';
import { isReferredTo, resources } from './operations.ts';
import { keyed, named, ofRecords, resourceIn, rightMembers, row, world } from './rows.ts';

const conditional = ofRecords.filter(([, { headers }]) => headers !== undefined && 'if-match' in headers.shape);

test.each(conditional)('%s is concurrency_conflict with an If-Match of another version', async (_, operation) => {
  const conditions = ['"nonsense"', 'W/"1"', '"nonsense", "other"'];
  const rows = conditions.map((condition) =>
    row(condition, operation, { headers: { 'if-match': condition } }, 409, 'concurrency_conflict'),
  );
  await expectAll(rows);
});

test.each(conditional)('%s is validation_failed with an If-Match without an entity tag', async (_, operation) => {
  const rows = ['nonsense', '1', '"1', '**'].map((condition) =>
    row(condition, operation, { headers: { 'if-match': condition } }, 400, 'validation_failed'),
  );
  await expectAll(rows);
});

test.each(named(resources.map(({ create }) => create)))('%s knows what is taken', async (_, operation) => {
  const resource = resourceIn(operation);
  const { externalId, body } = world.records.of(resource);
  const taken = { ...rightMembers(operation), externalId };
  const hasCode = 'code' in resource.body;
  const again = { ...rightMembers(operation), code: String(body['code']).toLowerCase() };
  await expectAll([
    row('the external id of another record', operation, { body: taken }, 409, 'external_id_conflict'),
    ...(hasCode ? [row('the code of another record', operation, { body: again }, 409, 'code_conflict')] : []),
  ]);
});

test.each(named(resources.map(({ update }) => update)))(
  '%s knows what is taken, and what never changes',
  async (_, operation) => {
    const resource = resourceIn(operation);
    const { externalId, body } = world.records.of(resource);
    const unnamed = await world.records.create(resource, { externalId: null });
    const params = { id: unnamed.id };
    const at = (members: object) => ({ params, body: { ...rightMembers(operation), ...members } });
    const changed = (value: unknown) => ({ body: { ...body, externalId: value } });
    const hasCode = 'code' in resource.body;
    await expectAll([
      row('the external id of another record', operation, at({ externalId }), 409, 'external_id_conflict'),
      ...(hasCode ? [row('a code', operation, at({ code: body['code'] }), 409, 'code_conflict')] : []),
      row('another external id', operation, changed(newName()), 409, 'external_id_immutable'),
      row('no external id', operation, changed(null), 409, 'external_id_immutable'),
    ]);
  },
);

test.each(keyed)('%s refuses a key that another request has used', async (_, operation) => {
  const headers = { 'idempotency-key': newName('key') };
  await expectAll([row('the first', operation, { headers }, operation.success.status)]);
  await expectAll([row('another body', operation, { headers }, 409, 'idempotency_key_reused')]);
});

test.each(named(resources.map(({ remove }) => remove)))(
  '%s keeps a record to which others refer',
  async (_, operation) => {
    const resource = resourceIn(operation);
    const isReferred = isReferredTo(resource);
    const { id } = isReferred ? world.records.of(resource) : await world.records.create(resource);
    await expectAll([
      isReferred
        ? row('a record in use', operation, { params: { id } }, 409, 'resource_in_use')
        : row('a record', operation, { params: { id } }, 204),
    ]);
  },
);
