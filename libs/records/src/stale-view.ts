/**
 * What the caller may see changed after its state was loaded: the request must load the state anew and begin again. A
 * page that was read under the old view must never be gone on from.
 */
export class StaleView extends Error {
  constructor() {
    super('the view of this client changed after the request was admitted');
    this.name = 'StaleView';
  }
}
