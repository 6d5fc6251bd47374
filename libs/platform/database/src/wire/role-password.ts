import { isPasswordRefused } from '../failures.ts';

/** The password of a role, which is asked for each connection, and the one with which the process last came in. */
export class RolePassword {
  readonly #read: () => string | undefined;
  #accepted: string | undefined;

  constructor(read: () => string | undefined) {
    this.#read = read;
  }

  /** While the file has a new password that the server does not know yet, the former one opens the connection. */
  async open<T>(connect: (password: string) => Promise<T>): Promise<T> {
    const given = this.#read() ?? '';
    try {
      const opened = await connect(given);
      this.#accepted = given;
      return opened;
    } catch (error) {
      if (this.#accepted === undefined || this.#accepted === given || !isPasswordRefused(error)) {
        throw error;
      }
      return connect(this.#accepted);
    }
  }
}
