/** The outcome of an update. Where it is not `changed`, nothing was done. */
export type UpdateOutcome =
  /** The definitions of custom fields are other ones than those that the body was held to, and nothing was done. */
  | 'redefined'
  /** Done. */
  | 'changed'
  /** The record was as the body says: nothing was written, and no lock taken. */
  | 'same'
  /** The thing that `wrong` names is not there. */
  | 'invalid'
  /** The record has another version than the caller knows. */
  | 'stale'
  /** The record has another external id for this client. */
  | 'immutable'
  /** Another record has the external id. */
  | 'taken'
  /** The state of the record refuses every update. */
  | 'frozen'
  /** The record would stand above itself. */
  | 'cycle'
  /** No step leads from the state that the record `was` in to that of the body. */
  | 'step'
  /** The record, or what it refers to, changed, left the view or was deleted while the statement waited for the lock. */
  | 'again';
