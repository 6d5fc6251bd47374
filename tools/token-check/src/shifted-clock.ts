/** Puts this process's wall clock that far from the true one. Timers and `performance` go on as they do. */
export function shiftClock(byMs: number): void {
  const TrueDate = Date;
  globalThis.Date = class extends TrueDate {
    constructor(...parts: readonly unknown[]) {
      // Date takes its parts in several forms; whichever was meant is passed on.
      super(...((parts.length > 0 ? parts : [TrueDate.now() + byMs]) as [number]));
    }

    static override now(): number {
      return TrueDate.now() + byMs;
    }
  } as DateConstructor;
}
