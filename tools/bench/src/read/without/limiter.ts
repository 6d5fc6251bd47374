import { Admission, type Admitted } from '@rapport/admission';
import { startPublicApi } from '@rapport/public-api';

/** Asks for the first request and lets every other in on the same. */
class OneAdmission {
  readonly #admission: Admission;
  #admitted: Admitted | undefined;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  async admit(...request: Parameters<Admission['admit']>): Promise<Admitted> {
    this.#admitted ??= await this.#admission.admit(...request);
    return this.#admitted;
  }
}

await startPublicApi({
  replace: (container) => {
    const admission = container.get(Admission);
    container.rebind<unknown>(Admission).toConstantValue(new OneAdmission(admission));
  },
});
