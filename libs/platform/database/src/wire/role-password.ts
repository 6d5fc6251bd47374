import { isPasswordRefused } from '../failures.ts';

/** The server refuses the password of the file, and a former one opened the connection. */
export class FormerPassword extends Error {
  constructor(refusal: unknown) {
    super('the password of the file is refused, and the former one serves', { cause: refusal });
    this.name = 'FormerPassword';
  }
}

/** The password of a role, which is asked for each connection, and the one with which the process last came in at each database. */
export class RolePassword {
  readonly #read: () => string | undefined;
  /** By address, because servers learn a new password one after the other. */
  readonly #accepted = new Map<string, string>();

  constructor(read: () => string | undefined) {
    this.#read = read;
  }

  /** While the file has a new password that the server does not know yet, or none, the former one opens the connection. */
  async open<T>(
    url: string,
    connect: (password: string) => Promise<T>,
    onFormer: (warning: FormerPassword) => void = () => undefined,
  ): Promise<T> {
    const accepted = this.#accepted.get(url);
    const given = this.#read() ?? accepted ?? '';
    try {
      const opened = await connect(given);
      this.#accepted.set(url, given);
      return opened;
    } catch (error) {
      if (accepted === undefined || accepted === given || !isPasswordRefused(error)) {
        throw error;
      }
      const opened = await connect(accepted);
      onFormer(new FormerPassword(error));
      return opened;
    }
  }
}
