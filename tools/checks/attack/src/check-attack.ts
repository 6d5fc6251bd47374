import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { edgeConfiguration, type EdgeOptions } from '@rapport/edge';
import { openFilesMax } from '@rapport/local-servers';
import type { Outcome } from '@rapport/command-line';
import {
  closedLoop,
  issueToken,
  named,
  newSession,
  playAll,
  Processes,
  TemporaryPlatform,
  Tenant,
  until,
  type Person,
  type Play,
  type Played,
  type Say,
} from '@rapport/testbed';
import type { Attack, Spoils, Target } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { Bystander } from './bystander.ts';

/** Lets each attack go on for this time on one platform. */
export function checkAttack(only: string | undefined, attackMs: number, say: Say): Promise<Outcome> {
  return playAll(named(only, attackPlays(attackMs)), say);
}

export function attackPlays(attackMs: number): readonly Play<AttackedPlatform>[] {
  return attacks.map((attack) => ({
    name: attack.name,
    title: `${attack.title}: other callers are served in time, and no answer denies a write that was done`,
    start: startAttacked,
    run: (platform) => platform.endure(attack, attackMs),
  }));
}

const startAttacked = (say: Say): Promise<AttackedPlatform> => AttackedPlatform.start(say);

/**
 * The bounds for every other caller and for the proxy while one caller attacks. A machine that has other work is slow
 * without any attack, so there a request may take some times what is usual, and a few in a hundred do not count.
 */
const bounds = { p95Ms: 250, timesUsual: 10, longestMs: 4_000, memoryMb: 128 } as const;

const calmMs = 1_000;
/** A trouble of other callers after this time is not left by an attack. */
const settledMs = 5_000;
const calmTimeoutMs = 20_000;

/** A platform under attack, and a caller beside the attacker. */
class AttackedPlatform {
  readonly #platform: TemporaryPlatform;
  readonly #processes: Processes;
  readonly #bystander: Bystander;
  readonly #target: Target;

  private constructor(platform: TemporaryPlatform, bystander: Bystander, target: Target) {
    this.#platform = platform;
    this.#processes = new Processes(platform);
    this.#bystander = bystander;
    this.#target = target;
  }

  static async start(say: Say): Promise<AttackedPlatform> {
    // An attacker is held to what an address has elsewhere.
    const configureEdge = ({ limits: _, ...edge }: EdgeOptions): string => edgeConfiguration(edge);
    const platform = await TemporaryPlatform.start({ parts: { configureEdge }, say });
    const [attackers, others] = [await Tenant.make(platform.operator), await Tenant.make(platform.operator)];
    const [attacker, client] = [await attackers.client(), await others.client()];
    const target: Target = {
      host: '127.0.0.1',
      port: Number(new URL(platform.baseUrl).port),
      from: '127.0.0.66',
      token: await issueToken(platform.baseUrl, attacker),
      personToken: await ownerToken(platform, attackers),
      people: await newPeople(attackers, 7),
      other: await others.person(),
      connectionsMax: (await openFilesMax()) - 500,
    };
    await fillPages(platform.baseUrl, target.token);
    await fillUsers(platform, attackers);
    const bystander = new Bystander(platform.baseUrl, {
      client,
      token: await issueToken(platform.baseUrl, client),
      personToken: await ownerToken(platform, others),
    });
    return new AttackedPlatform(platform, bystander, target);
  }

  async stop(): Promise<void> {
    await this.#bystander.stop();
    await this.#platform.stop();
  }

  /** Lets the attack go on for this time, and judges what the others notice of it. */
  async endure({ name }: Attack, attackMs: number): Promise<Played> {
    const before = await this.#processes.names();
    const p95Max = Math.max(bounds.p95Ms, bounds.timesUsual * (await this.#untilCalm()));
    const mostMemory = this.#watchMemory();
    const spoils = await this.#attack(name, attackMs);
    const memoryMb = await mostMemory();
    const { count, p95, p99, longest, troubles } = this.#bystander.take();
    const failures = [
      ...spoils.contradictions,
      ...troubles.slice(0, 5),
      ...(count === 0 ? ['no request of another caller was answered'] : []),
      ...(p95 > p95Max ? [`95 of 100 requests of another caller took up to ${p95.toFixed(0)} ms`] : []),
      ...(longest.ms > bounds.longestMs
        ? [`${longest.kind} took another caller ${longest.ms.toFixed(0)} ms or more`]
        : []),
      ...(memoryMb > bounds.memoryMb ? [`the proxy held ${memoryMb} MB`] : []),
      ...(isDeepStrictEqual(before, await this.#processes.names()) ? [] : ['a process was started again']),
    ];
    const figures = {
      'other requests': count,
      'p95 ms': Math.round(p95),
      'p99 ms': Math.round(p99),
      'longest ms': Math.round(longest.ms),
      'troubles of others': troubles.length,
      'proxy MB': memoryMb,
      ...spoils.figures,
    };
    const shown = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
    return {
      verdict: failures.length === 0 ? 'passed' : 'failed',
      lines: [...failures, shown.join(', ')],
      figures: { figures, failures },
    };
  }

  /**
   * Waits until another caller is served as usual, so that no attack is judged by what the one before left, and returns
   * the milliseconds that 95 of 100 requests then take at most.
   */
  async #untilCalm(): Promise<number> {
    this.#bystander.take();
    const from = performance.now();
    let usualMs = 0;
    await until(
      async () => {
        await delay(calmMs);
        const { count, p95, longest, troubles } = this.#bystander.take();
        usualMs = p95;
        const isUsual = p95 <= bounds.p95Ms && longest.ms < calmMs;
        const isSettled = isUsual || (longest.ms < bounds.longestMs && performance.now() - from > settledMs);
        return count > 0 && troubles.length === 0 && isSettled;
      },
      calmTimeoutMs,
      () => 'other callers are not served as usual again',
    );
    return usualMs;
  }

  async #attack(name: string, attackMs: number): Promise<Spoils> {
    const file = fileURLToPath(new URL('./attacker.ts', import.meta.url));
    const attacker = fork(file, [name, JSON.stringify(this.#target)], { execArgv: [] });
    const ended = once(attacker, 'exit').then(() => {
      throw new Error(`The attacker ended before it had reported: ${name}.`);
    });
    await Promise.race([once(attacker, 'message'), ended]);
    // A new process takes its time until it attacks, and what others see of its start says nothing.
    this.#bystander.take();
    const timer = setTimeout(() => attacker.connected && attacker.send('enough'), attackMs);
    const [spoils] = (await Promise.race([once(attacker, 'message'), ended])) as [Spoils];
    clearTimeout(timer);
    return spoils;
  }

  /** Watches the memory of the proxy until the returned function gives the most of it. */
  #watchMemory(): () => Promise<number> {
    let most = 0;
    const look = async (): Promise<void> => {
      most = Math.max(most, await this.#processes.memoryOf('edge'));
    };
    const looking = closedLoop(look, { pauseMs: 100 });
    return () => looking.stop().then(() => most);
  }
}

async function ownerToken({ baseUrl }: TemporaryPlatform, tenant: Tenant): Promise<string> {
  return (await newSession(baseUrl, await tenant.person({ role: 'owner' }))).accessToken;
}

async function newPeople(tenant: Tenant, count: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < count) {
    people.push(await tenant.person());
  }
  return people;
}

/** Makes two hundred long records in the attacker's tenant: a page of them is larger than any buffer. */
async function fillPages(baseUrl: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let number = 0; number < 200; number += 1) {
    const body = JSON.stringify({ name: `long ${number}`, description: 'x'.repeat(4_000) });
    const { status } = await fetch(`${baseUrl}/api/v1/customers`, { method: 'POST', headers, body });
    if (status !== 201) {
      throw new Error(`A customer was refused with ${status}.`);
    }
  }
}

/** Users by the thousand, as a tenant makes them within its rate in a few hours. */
async function fillUsers(platform: TemporaryPlatform, { id }: Tenant): Promise<void> {
  await platform.query(
    `insert into control.membership (id, tenant_id, name, roles, data_scope, email, email_key, joined_on)
     select uuidv7(), $1, repeat('Écem Ekér ', 18) || n || 'son', array['readOnly'], 'own', address, address, null
     from generate_series(1, 5000) n, concat('ecem.eker', n, '@example.test') address`,
    [id],
    'administrator of control',
  );
}
