/** In a cell of a table: a name is never cut, it wraps. */
export const wrapped = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const
