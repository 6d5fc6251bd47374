import type { Outcome, Terminal } from '@rapport/command-line';
import type { TierResult } from './tier-result.ts';

/** More unsteady tests than these are no accident of the machine. */
const unsteadyMax = 3;

/** Says what each tier came to. The last line counts, and the line in front of it says how many tests are unsteady. */
export function summaryOf(results: readonly TierResult[], terminal: Terminal): Outcome {
  for (const result of results) {
    sayTier(result, terminal);
  }
  const unsteady = results.flatMap((result) => result.unsteady);
  const isUnsteady = unsteady.length > unsteadyMax;
  if (isUnsteady) {
    terminal.say(`failed: ${unsteady.length} tests are unsteady, and a run may have ${unsteadyMax}`);
  }
  const sum = (member: 'passed' | 'failed' | 'skipped'): number =>
    results.reduce((total, result) => total + result[member], 0);
  const total = { passed: sum('passed'), failed: sum('failed') + (isUnsteady ? 1 : 0), skipped: sum('skipped') };
  return {
    document: { ...total, unsteady, tiers: results },
    text: `${unsteady.length} unsteady\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`,
    exitCode: total.failed > 0 ? 1 : 0,
  };
}

function sayTier(result: TierResult, terminal: Terminal): void {
  const { tier, passed, failed, skipped, reasons, unsteady, durationMs, slowest } = result;
  terminal.say(`\n${tier}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds(durationMs)}`);
  for (const reason of reasons) {
    terminal.say(`  ${reason}`);
  }
  for (const { name, durationsMs, failure } of unsteady) {
    terminal.say(`  unsteady: ${name} (${durationsMs.map(seconds).join(', then ')}): ${failure}`);
  }
  if (slowest.length > 0) {
    terminal.say('  the slowest files:');
  }
  for (const { file, durationMs: ms } of slowest) {
    terminal.say(`  ${seconds(ms).padStart(9)}  ${file}`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
