import type { Metrics } from '@rapport/telemetry';
import type { WaitingExports } from './export-store.ts';

/** The metrics of exports: how they ended, and how many wait for their turn. */
export class ExportMetrics {
  readonly countEnd: (outcome: 'ready' | 'failed') => void;
  readonly setWaiting: (waiting: WaitingExports) => void;

  constructor(metrics: Metrics) {
    const ended = metrics.counter({ name: 'exports_total', help: 'Exports that ended.', labelNames: ['outcome'] });
    const waiting = metrics.gauge({ name: 'exports_waiting', help: 'Exports that wait for their turn in their cell.' });
    const oldest = metrics.gauge({ name: 'exports_waiting_seconds', help: 'How long the oldest of these waits.' });
    // A counter that appears with its first failure shows no rise.
    ended.inc({ outcome: 'failed' }, 0);
    this.countEnd = (outcome) => ended.inc({ outcome });
    this.setWaiting = ({ count, oldestSeconds }) => {
      waiting.set(count);
      oldest.set(oldestSeconds);
    };
  }
}
