/** Shifts this process's wall clock. Timers and `performance` keep the true time. */
export function shiftClock(byMs: number): void {
  const TrueDate = Date;
  globalThis.Date = class extends TrueDate {
    constructor(...parts: readonly unknown[]) {
      // Date takes its parts in several forms, all of which are passed on.
      super(...((parts.length > 0 ? parts : [TrueDate.now() + byMs]) as [number]));
    }

    static override now(): number {
      return TrueDate.now() + byMs;
    }
  } as DateConstructor;
}
