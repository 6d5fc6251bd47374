/** The places among which a tenant has its homes: side by side, one more of them than it has statements under way. */
export class TenantHomes<Place> {
  readonly #places: readonly Place[];
  /** The statements of a tenant that are under way or wait for a place. */
  readonly #underWay = new Map<number, number>();

  constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /**
   * The homes of a tenant that has one statement more under way. The numbers of a cell's tenants lie apart by the
   * number of cells; their multiples of the golden ratio spread evenly over the places, however far apart the numbers
   * are.
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
