import { readFileSync } from 'node:fs';
import { z } from 'zod';

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});

const origin = z.url({ protocol: /^http$/ }).refine((text) => new URL(text).origin === text, 'is not an origin');

const edgeConfig = z.object({
  SERVICE_INSTANCE: z.coerce.number().int().min(1).default(1).describe('which replica of the edge this is'),
  HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).describe('the port of the base address'),
  MANAGEMENT_PORT: z.coerce.number().int().min(0).max(65_535).describe('the port of health, readiness and metrics'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  UPSTREAMS: json
    .pipe(z.record(z.string(), z.array(origin).min(1)))
    .describe('the origins of each service behind the edge, by its name'),
  TRUSTED_PROXIES: json
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()])))
    .default([])
    .describe('the networks whose X-Forwarded-* headers are believed'),
});

export type EdgeConfig = z.output<typeof edgeConfig>;

/** The configuration from the environment; a variable `X` may be given as a file `X_FILE`. All errors are told at once. */
export function readEdgeConfig(environment: Record<string, string | undefined> = process.env): EdgeConfig {
  const values = Object.fromEntries(
    Object.keys(edgeConfig.shape).map((name) => {
      const file = environment[`${name}_FILE`];
      return [name, file === undefined ? environment[name] : readFileSync(file, 'utf8').trim()];
    }),
  );
  const parsed = edgeConfig.safeParse(values);
  if (!parsed.success) throw new Error(`The configuration is not valid.\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
