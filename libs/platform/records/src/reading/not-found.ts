import { AppError, callerIn, type RequestContext } from '@rapport/kernel';
import { spoken, type Resource } from '../defining/resource.ts';

export function notFound(context: RequestContext, { name }: Resource): AppError {
  return new AppError(
    'not_found',
    `There is no such record among the ${spoken(name)}, or ${callerIn(context)} may not see it.`,
  );
}
