/** The places among which each tenant has its homes: one more than it has statements under way, side by side. */
export class TenantHomes<Place> {
  readonly #places: readonly Place[];
  /** How many statements of a tenant are under way or wait for a place. */
  readonly #underWay = new Map<number, number>();

  constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /**
   * The homes of a tenant with one statement more. The numbers of a cell's tenants lie apart by the number of cells, so it is
   * their multiples of the golden ratio that spread evenly, whatever the steps.
   */
  enter(tenant: number): Place[] {
    const underWay = this.#underWay.get(tenant) ?? 0;
    this.#underWay.set(tenant, underWay + 1);
    const start = Math.floor(((tenant * goldenRatio) % 1) * this.#places.length);
    return [...this.#places.slice(start), ...this.#places.slice(0, start)].slice(0, underWay + 1);
  }

  leave(tenant: number): void {
    const underWay = (this.#underWay.get(tenant) ?? 1) - 1;
    if (underWay > 0) {
      this.#underWay.set(tenant, underWay);
    } else {
      this.#underWay.delete(tenant);
    }
  }
}

const goldenRatio = 0.618_033_988_749_894_9;
