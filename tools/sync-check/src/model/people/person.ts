import { done, newEmail, newSession, type RunningPlatform } from '@rapport/testbed';
import type { ModelUser, Viewer } from '../model.ts';
import type { Members } from '../resources.ts';
import type { Answer, SentWith } from '../answer.ts';

/** A user who signed in, and asks the application API. */
export class Person implements Viewer {
  readonly name: string;
  readonly user: ModelUser;
  views = 0;
  /** The permissions that the user's role lacks. */
  lacks: readonly string[] = [];
  readonly #baseUrl: string;
  readonly #token: string;

  private constructor(user: ModelUser, baseUrl: string, token: string) {
    this.name = `${user.name} in person`;
    this.user = user;
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  /** Makes the user, who signs in. */
  static async hire(
    { baseUrl, operator }: RunningPlatform,
    tenantId: string,
    { name, scope, teamId }: Omit<ModelUser, 'id'>,
    role = 'administrator',
  ): Promise<Person> {
    const email = newEmail();
    const body = { email, name, role, dataScope: scope, teamId };
    const { userId, password } = done(await operator.createUser({ params: { tenantId }, body }), 201);
    const credentials = { email, password: password ?? '', tenantId };
    const { accessToken } = await newSession(baseUrl, credentials);
    return new Person({ name, id: userId, scope, teamId }, baseUrl, accessToken);
  }

  /** The person, who asks at another address. */
  at(baseUrl: string): Person {
    return new Person(this.user, baseUrl, this.#token);
  }

  may(permission: string): boolean {
    return !this.lacks.includes(permission);
  }

  /** Gives the answer without its wrapper: the data, or the failure as clients have it. */
  async send(method: string, path: string, { body, ifMatch }: SentWith = {}): Promise<Answer> {
    const answer = await fetch(`${this.#baseUrl}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
    const wrapped = (await answer.json()) as Wrapped;
    return {
      status: answer.status,
      etag: answer.headers.get('etag'),
      isReplay: false,
      body: wrapped.isSuccess
        ? membersOf(wrapped.data)
        : { code: wrapped.errorCode, errors: wrapped.errors, detail: wrapped.message, data: wrapped.data },
    };
  }
}

interface Wrapped {
  readonly isSuccess: boolean;
  readonly data: unknown;
  readonly message: string | null;
  readonly errorCode: string | null;
  readonly errors: Members | null;
}

/** The answer of a write is an id, or true. */
function membersOf(data: unknown): Members {
  return typeof data === 'object' && data !== null ? { ...data } : { id: data };
}

const answerMs = 15_000;
