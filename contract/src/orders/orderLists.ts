/** What lists of orders can be sorted by. */
export const orderOrderings = ['created_at', 'payable'] as const
