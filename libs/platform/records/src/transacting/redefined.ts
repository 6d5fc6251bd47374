/** The custom fields of a resource have other definitions than those that a body was held to: the write begins again. */
export class Redefined extends Error {
  readonly resource: number;
  readonly definitions: number;

  constructor(resource: number, definitions: number) {
    super('the definitions of custom fields changed while a write went on');
    this.name = 'Redefined';
    this.resource = resource;
    this.definitions = definitions;
  }
}
