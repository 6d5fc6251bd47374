import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haproxyProgram, prepareKafka, redisProgram } from '@rapport/local-servers';
import { bringK6 } from '../bring-k6.ts';
import { sentenceOf, WrongUse } from '../cli/failure.ts';
import type { Outcome, Terminal } from '../cli/terminal.ts';
import { untilEnded } from '../cli/until-ended.ts';
import { projectRoot } from '../project.ts';

export const tiers = ['unit', 'integration', 'e2e', 'load'] as const;

export interface TierResult {
  readonly tier: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why tests were skipped or the tier did not run. */
  readonly reasons: readonly string[];
}

/** The members of the report of Vitest's JSON reporter that are read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs the tiers one after the other, with the runner's own output, and counts. */
export async function test(only: string | undefined, terminal: Terminal): Promise<Outcome> {
  const chosen = tiers.filter((tier) => only === undefined || tier === only);
  if (chosen.length === 0) {
    throw new WrongUse(`--tier is one of ${tiers.join(', ')}.`);
  }
  const results: TierResult[] = [];
  for (const tier of chosen) {
    terminal.say(`\n=== ${tier} ===`);
    results.push(await runTier(tier, terminal));
  }
  terminal.say('');
  for (const { tier, passed, failed, skipped, reasons } of results) {
    terminal.say(`${tier}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    for (const reason of reasons) {
      terminal.say(`  ${reason}`);
    }
  }
  const sum = (member: 'passed' | 'failed' | 'skipped'): number =>
    results.reduce((total, result) => total + result[member], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  return {
    document: { ...total, tiers: results },
    text: `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
    exitCode: total.failed > 0 ? 1 : 0,
  };
}

async function obstacleTo(tier: string, terminal: Terminal): Promise<string | undefined> {
  const servers = tier === 'unit' ? undefined : await missingServers(terminal);
  if (servers !== undefined || tier !== 'load') {
    return servers;
  }
  const k6 = await bringK6(projectRoot, (line) => terminal.say(line));
  return 'missing' in k6 ? k6.missing : undefined;
}

/** A tier is every Vitest project whose name begins with its own. */
async function runTier(tier: string, terminal: Terminal): Promise<TierResult> {
  const obstacle = await obstacleTo(tier, terminal);
  if (obstacle !== undefined) {
    return { tier, passed: 0, failed: 0, skipped: 1, reasons: [`skipped: the whole tier: ${obstacle}`] };
  }
  const folder = await mkdtemp(join(tmpdir(), 'rapport-test-'));
  const reportFile = join(folder, 'report.json');
  try {
    const code = await runVitest(
      ['run', '--project', `${tier}*`, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
      terminal,
    );
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    return text === undefined ? withoutReport(tier, code) : countOf(tier, JSON.parse(text) as VitestReport, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A run without a report has failed, except when there was nothing to run; neither counts as passed. */
function withoutReport(tier: string, code: number): TierResult {
  const reason = code === 0 ? 'it has no tests yet' : `the tier could not run (exit ${code}); its output is above`;
  return { tier, passed: 0, failed: code === 0 ? 0 : 1, skipped: 0, reasons: [reason] };
}

/** A file that fails before its first test counts as one failure; a run that ends badly without any does too. */
export function countOf(tier: string, report: VitestReport, code: number): TierResult {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  const failures = report.numFailedTests + brokenFiles.length;
  const failed = failures === 0 && code !== 0 ? 1 : failures;
  const skippedTests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed'),
  );
  const failedTests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  const reasons = [
    ...failedTests
      .slice(0, 50)
      .map(({ fullName, failureMessages }) => `failed: ${fullName}: ${firstLine(failureMessages?.[0])}`),
    ...brokenFiles.map(({ name, message }) => `failed: ${name}: ${firstLine(message)}`),
    ...(failures === 0 && code !== 0 ? ['failed: the run ended with an error outside of any test; see above'] : []),
    ...skippedTests.slice(0, 50).map(({ fullName, status }) => `skipped: ${fullName} (${status})`),
    ...(report.testResults.length === 0 ? ['it has no tests yet'] : []),
  ];
  return { tier, passed: report.numPassedTests, failed, skipped: skippedTests.length, reasons };
}

function firstLine(message = 'see above'): string {
  return message.split('\n', 1)[0] ?? '';
}

/** Why the tiers that need real servers cannot run on this machine, if they cannot. */
async function missingServers(terminal: Terminal): Promise<string | undefined> {
  const say = (line: string): void => terminal.say(line);
  try {
    await redisProgram(say);
    await haproxyProgram(say);
    await prepareKafka(say);
    return undefined;
  } catch (error) {
    return sentenceOf(error);
  }
}

/** The runner writes to stdout itself, except where stdout holds the one document. */
function runVitest(words: readonly string[], { isJson }: Terminal): Promise<number> {
  const program = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [program, ...words, '--passWithNoTests'], {
    cwd: projectRoot,
    stdio: ['ignore', isJson ? 2 : 1, 2],
  });
  return untilEnded(child);
}
