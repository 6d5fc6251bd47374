/**
 * The caller's view changed after its state was loaded. The request must load the state anew and begin again, because
 * no read may go on from a page that was read under the old view.
 */
export class StaleView extends Error {
  constructor() {
    super('the view of this client changed after the request was admitted');
    this.name = 'StaleView';
  }
}
