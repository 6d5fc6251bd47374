import { endpoint, requestBody } from '@rapport/http-contract';
import { optionalDateTime, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing, yearsOfOperators } from '../fields.ts';

const time = z.iso.datetime();

const operator = z
  .object({
    name: z.string(),
    createdOnUtc: time,
    expiresOnUtc: time.nullable(),
    revokedOnUtc: time.nullable(),
    lastUsedOnUtc: time.nullable().describe('Written once an hour; null before the first use.'),
  })
  .meta({ id: 'Operator' });

/** The operators' operations on their own credentials. */
export const operatorsContract = {
  createOperator: endpoint({
    operationId: 'createOperator',
    method: 'post',
    path: '/subscription/v1/operator/operators',
    access: 'operator',
    summary: 'Make an operator; the credential is in this answer alone',
    body: requestBody(
      'NewOperator',
      {
        name: requiredText(100).describe('Who it is, as the audit shows it; a name is given once.'),
        expiresOnUtc: optionalDateTime(yearsOfOperators, 'When the credential ends; without it no end is known.'),
      },
      [],
    ),
    success: { status: 201, body: z.object({ credential: z.string() }).meta({ id: 'CreatedOperator' }) },
    errors: ['name_conflict'],
  }),
  listOperators: endpoint({
    operationId: 'listOperators',
    method: 'get',
    path: '/subscription/v1/operator/operators',
    access: 'operator',
    summary: 'List the operators, those included whose credential has ended',
    success: { status: 200, body: z.object({ operators: z.array(operator) }).meta({ id: 'OperatorList' }) },
    errors: [],
  }),
  revokeOperator: endpoint({
    operationId: 'revokeOperator',
    method: 'post',
    path: '/subscription/v1/operator/operators/{name}/revoke',
    access: 'operator',
    summary: "End an operator's credential; no request passes with it once this is answered",
    params: z.object({ name: requiredText(100).describe('The name of the operator.') }),
    success: { status: 200, body: nothing },
    errors: ['not_found'],
  }),
};
