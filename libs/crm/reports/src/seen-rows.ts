import type { RequestContext } from '@rapport/kernel';

/** The rows of a table that the caller sees by their owner and team; `:viewer` is the one or the other. */
export function seenRows({ visibility }: Pick<RequestContext, 'visibility'>, table: string): string {
  switch (visibility.scope) {
    case 'all':
      return `from tenant.${table} where true`;
    case 'own':
      return `from tenant.${table} where owner_user_id = :viewer::uuid`;
    case 'team':
      return `from tenant.${table} where team_id = :viewer::uuid`;
  }
}

/**
 * Sums by currency as JSON, from rows with a currency and an amount. They are never added across currencies; what has no
 * currency comes last, and a currency without an amount not at all.
 */
export function amountsOf(rows: string, amount = 'amount'): string {
  return `(select coalesce(json_agg(json_build_object('currency', currency, 'amount', trim_scale(${amount}))
    order by currency nulls last), '[]') from (${rows}) summed where ${amount} is not null)`;
}
