/** The slots to which a tenant has an affinity: side by side, one more of them than it has statements under way. */
export class TenantAffinity<Slot> {
  readonly #slots: readonly Slot[];
  /** The statements of a tenant that are under way or wait for a slot. */
  readonly #underWay = new Map<number, number>();

  constructor(slots: readonly Slot[]) {
    this.#slots = slots;
  }

  /**
   * The slots of a tenant that has one statement more under way. The numbers of a cell's tenants lie apart by the
   * number of cells; their multiples of the golden ratio spread evenly over the slots, however far apart the numbers
   * are.
   */
  enter(tenant: number): Slot[] {
    const underWay = this.#underWay.get(tenant) ?? 0;
    this.#underWay.set(tenant, underWay + 1);
    const start = Math.floor(((tenant * goldenRatio) % 1) * this.#slots.length);
    return [...this.#slots.slice(start), ...this.#slots.slice(0, start)].slice(0, underWay + 1);
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
