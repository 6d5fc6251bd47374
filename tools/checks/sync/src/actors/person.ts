import { done, newEmail, newSession, type RunningPlatform } from '@rapport/testbed';
import type { Members, ModelUser, Viewer } from '@rapport/testbed/model';
import { ask, type Access, type Answer, type SentWith } from './ask.ts';

/** A user who signed in, and asks the application API. */
export class Person implements Viewer {
  readonly name: string;
  readonly user: ModelUser;
  readonly isPerson = true;
  views = 0;
  readonly #access: Access;

  private constructor(user: ModelUser, access: Access) {
    this.name = `${user.name} in person`;
    this.user = user;
    this.#access = access;
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
    const { accessToken } = await newSession(baseUrl, { email, password: password ?? '', tenantId });
    return new Person({ name, id: userId, scope, teamId }, { baseUrl, token: accessToken });
  }

  /** The person, who asks at another address. */
  at(baseUrl: string): Person {
    return new Person(this.user, { ...this.#access, baseUrl });
  }

  /** Gives the answer without its wrapper: the data, or the failure as clients have it. */
  async send(method: string, path: string, sent: SentWith = {}): Promise<Answer> {
    const { body, ...answer } = await ask(this.#access, method, path, sent);
    const { isSuccess, data, message: detail, errorCode: code, errors } = body;
    return { ...answer, body: isSuccess === true ? membersOf(data) : { code, errors, detail } };
  }
}

/** The answer of a write is an id, or true. */
function membersOf(data: unknown): Members {
  return typeof data === 'object' && data !== null ? { ...data } : { id: data };
}
