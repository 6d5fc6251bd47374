/** The brokers refused a request, or did not answer it in time. */
export class EventBusFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EventBusFailure';
  }
}
