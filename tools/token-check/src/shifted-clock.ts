/** Puts this process's wall clock that far from the true one. Timers and `performance` go on as they do. */
export function shiftClock(byMs: number): void {
  const TrueDate = Date;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, parts: []) => (parts.length > 0 ? new target(...parts) : new target(TrueDate.now() + byMs)),
    get: (target, name) => (name === 'now' ? () => TrueDate.now() + byMs : Reflect.get(target, name)),
  });
}
