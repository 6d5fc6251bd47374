import type { EdgeOptions } from './edge-options.ts';

const truth = {
  'x-forwarded-for': '%[src]',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': '%[req.hdr(host)]',
  'x-real-ip': '%[src]',
} as const;

/** The headers that say where a request came from. The truth replaces what an untrusted caller says in them. */
export function forwardingRules({ host, trustedProxies = [] }: EdgeOptions): string[] {
  const hasTrusted = trustedProxies.length > 0;
  const untrusted = hasTrusted ? ['!trusted'] : [];
  return [
    // Where a head leaves no room for these headers, its backend refuses it in the form of its path.
    '  http-request strict-mode off',
    ...Object.entries(truth).map(([name, value]) => rule('set-header', name, value, untrusted)),
    ...forwardedElement(host, 'set-header', untrusted),
    ...(hasTrusted ? [...keptRules(), ...forwardedElement(host, 'add-header', ['trusted'])] : []),
  ];
}

/** The headers of a trusted proxy are kept, and its own address is appended. */
function keptRules(): string[] {
  const absent = (name: string): string => `!{ req.hdr(${name}) -m found }`;
  return [
    rule('set-header', 'x-real-ip', '%[req.hdr(x-forwarded-for,-1)]', [
      'trusted',
      absent('x-real-ip'),
      '{ req.hdr(x-forwarded-for) -m found }',
    ]),
    rule('add-header', 'x-forwarded-for', truth['x-forwarded-for'], ['trusted']),
    ...(['x-real-ip', 'x-forwarded-proto', 'x-forwarded-host'] as const).map((name) =>
      rule('set-header', name, truth[name], ['trusted', absent(name)]),
    ),
  ];
}

/** RFC 7239: an IPv6 address stands in brackets and quotes. */
function forwardedElement(host: string, action: string, conditions: readonly string[]): string[] {
  const element = (peer: string): string => `"for=${peer};host=\\"%[req.hdr(host),json(utf8)]\\";proto=http"`;
  const plain = element('%[src]');
  if (!host.includes(':')) {
    return [rule(action, 'forwarded', plain, conditions)];
  }
  return [
    rule(action, 'forwarded', plain, [...conditions, '!{ src -m sub : }']),
    rule(action, 'forwarded', element('\\"[%[src]]\\"'), [...conditions, '{ src -m sub : }']),
  ];
}

function rule(action: string, name: string, value: string, conditions: readonly string[]): string {
  const onlyIf = conditions.length === 0 ? '' : ` if ${conditions.join(' ')}`;
  return `  http-request ${action} ${name} ${value}${onlyIf}`;
}
