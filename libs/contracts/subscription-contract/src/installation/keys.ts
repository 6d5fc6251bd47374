import { endpoint, requestBody } from '@rapport/http-contract';
import { keyAlgorithms, keyStates } from '@rapport/kinds';
import { requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from '../fields.ts';

const algorithm = z.enum(keyAlgorithms);
const end = z.iso.datetime().nullable();

const signingKey = z
  .object({
    kid: z.string(),
    algorithm,
    state: z.enum(keyStates),
    publishAtUtc: z.iso.datetime(),
    signFromUtc: end.describe('Null while the key is spare.'),
    signUntilUtc: end.describe('Null while no end is known.'),
    goneAtUtc: end.describe('From then on no token of the key opens anything; null while no end is known.'),
  })
  .meta({ id: 'SigningKey' });

const keyPath = z.object({ kid: requiredText(200).describe('The `kid` of the key in the list of keys.') });

/** The operators' operations on the keys that sign access tokens. */
export const keyContract = {
  listKeys: endpoint({
    operationId: 'listKeys',
    method: 'get',
    path: '/subscription/v1/operator/keys',
    access: 'operator',
    summary: 'List the keys of access tokens, those included that went lately',
    success: { status: 200, body: z.object({ keys: z.array(signingKey) }).meta({ id: 'SigningKeyList' }) },
    errors: [],
  }),
  rotateKeys: endpoint({
    operationId: 'rotateKeys',
    method: 'post',
    path: '/subscription/v1/operator/keys/rotate',
    access: 'operator',
    summary: 'Let another key sign, as soon as every verifier can know it; tokens of the one before stay good',
    body: requestBody(
      'KeyRotation',
      { algorithm: algorithm.optional().describe('That of the key that signs now when it is left out.') },
      [],
    ),
    success: {
      status: 200,
      body: z.object({ kid: z.string().describe('The key that signs next.') }).meta({ id: 'RotatedKeys' }),
    },
    errors: ['concurrency_conflict'],
  }),
  revokeKey: endpoint({
    operationId: 'revokeKey',
    method: 'post',
    path: '/subscription/v1/operator/keys/{kid}/revoke',
    access: 'operator',
    summary: 'End a key and every token that it signed, within a second; if it signs, the spare signs in its place',
    params: keyPath,
    success: { status: 200, body: nothing },
    errors: ['not_found'],
  }),
};
