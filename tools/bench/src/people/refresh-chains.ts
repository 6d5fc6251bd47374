import { anyAddress, Browser, consoleClientId, signIn } from '@rapport/testbed';
import type { BenchPerson } from '../core/bench-person.ts';

/** Sessions whose refresh tokens are used in turn: each answer has the token of the session's next request. */
export class RefreshChains {
  readonly #tokens: string[];

  private constructor(tokens: string[]) {
    this.#tokens = tokens;
  }

  /** With more sessions than requests at a time, a session's answer has come when its turn comes again. */
  static async begin(baseUrl: string, person: BenchPerson, sessions: number): Promise<RefreshChains> {
    const tokens: string[] = [];
    while (tokens.length < sessions) {
      tokens.push((await signIn(baseUrl, new Browser(baseUrl, anyAddress()), person)).refreshToken);
    }
    return new RefreshChains(tokens);
  }

  form(number: number): Record<string, string> {
    const token = this.#tokens[number % this.#tokens.length] ?? '';
    return { grant_type: 'refresh_token', refresh_token: token, client_id: consoleClientId };
  }

  note(number: number, answer: string): void {
    const { refresh_token: token } = JSON.parse(answer) as { refresh_token: string };
    this.#tokens[number % this.#tokens.length] = token;
  }
}
