import type { RequestContext, Search, SearchPage } from '@rapport/kernel';
import type { Columns, RecordDefinition } from '../defining/definition.ts';
import type { SearchedSurface } from '../defining/surface.ts';
import { RecordSearcher } from '../searching/record-searcher.ts';
import { RecordShape } from '../showing/shape.ts';
import { RecordStore, type RecordNeeds } from './record-store.ts';

/** The records of a surface on which people work: with a search. */
export class ManagedRecords<C extends Columns> extends RecordStore<C> {
  readonly #searcher: RecordSearcher;

  constructor(definition: RecordDefinition<C>, surface: SearchedSurface<C>, needs: RecordNeeds) {
    super(definition, surface, needs);
    this.#searcher = new RecordSearcher(definition, new RecordShape(definition, surface.items));
  }

  /** The items are JSON texts with a character for each byte. */
  search(context: RequestContext, search: Search): Promise<SearchPage<string>> {
    return this.#searcher.search(context, this.sql(context), search);
  }
}
