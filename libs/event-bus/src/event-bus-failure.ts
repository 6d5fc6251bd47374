/** The brokers did not take or give what was asked, or not in time. */
export class EventBusFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EventBusFailure';
  }
}
