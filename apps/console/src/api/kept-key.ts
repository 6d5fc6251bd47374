/** The Idempotency-Key of what a person makes: it stays while the body does, so that a repetition makes nothing twice. */
export class KeptKey {
  #body = '';
  #key = '';

  for(body: object): string {
    const text = JSON.stringify(body);
    if (this.#key === '' || text !== this.#body) {
      this.#body = text;
      this.#key = crypto.randomUUID();
    }
    return this.#key;
  }
}
