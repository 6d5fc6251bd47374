/** The base address of the platform, on whose pages links are followed. */
export class LinkAddress {
  readonly #issuer: string;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  of(text: string): string {
    return `${this.#issuer}/connect/password?link=${text}`;
  }

  ofVerification(text: string): string {
    return `${this.#issuer}/connect/verify?link=${text}`;
  }
}
