/** The custom fields of a resource have other definitions than those that a body was held to: the transaction begins again. */
export class Redefined extends Error {
  readonly resource: number;
  readonly definitions: number;

  constructor(resource: number, definitions: number) {
    super('the definitions of custom fields changed while a transaction went on');
    this.name = 'Redefined';
    this.resource = resource;
    this.definitions = definitions;
  }
}
