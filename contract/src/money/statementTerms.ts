// No schemas here: the browser reads it on a list.

/**
 * What a column of a statement can be. `amount` has both directions in one column, by its sign or by what `direction` says of it;
 * else `credit` and `debit`. By its `status` a line may be of what failed.
 */
export const statementFields = [
  'day',
  'reference',
  'text',
  'amount',
  'direction',
  'credit',
  'debit',
  'status',
] as const
export type StatementField = (typeof statementFields)[number]

/** `proposed`: it may be that payment, a person decides. `set_aside`: no payment, such as a fee. */
export const statementStates = ['open', 'proposed', 'matched', 'set_aside'] as const
export type StatementState = (typeof statementStates)[number]

export const statementFilters = ['todo', ...statementStates] as const
export type StatementFilter = (typeof statementFilters)[number]
