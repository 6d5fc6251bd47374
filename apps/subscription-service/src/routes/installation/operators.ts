import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import type { Operators } from '@rapport/operators';
import { operatorsContract } from '@rapport/subscription-contract';

export function operatorRoutes(operators: Operators) {
  return implement(operatorsContract)<ChangeContext>({
    createOperator: async (context, { body }) => ({
      status: 201,
      body: { credential: await operators.create(context, body) },
    }),
    listOperators: async (context) => ({ status: 200, body: { operators: await operators.list(context) } }),
    revokeOperator: async (context, { params }) => {
      await operators.revoke(context, params.name);
      return { status: 200, body: {} };
    },
  });
}
