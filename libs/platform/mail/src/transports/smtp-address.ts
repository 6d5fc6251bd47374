import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpAddress {
  readonly server: SMTPConnectionOptions;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
}

/**
 * An SMTP address. `smtps://` is TLS from the first byte, `smtp://` is TLS by STARTTLS, without which nothing is sent;
 * it is spoken to in the clear on loopback alone, where `?tls=off` says so.
 */
export function smtpAddress(text: string): SmtpAddress {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const isClear = !secure && url.searchParams.get('tls') === 'off' && loopback.has(url.hostname);
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    server: {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: Number(url.port || (secure ? 465 : 587)),
      secure,
      requireTLS: !secure && !isClear,
      ignoreTLS: isClear,
    },
    login: user === '' ? undefined : { user, pass },
  };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
