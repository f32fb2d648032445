/** Two halves; on a phone one below the other, but for the narrow ones. */
export const optionGrid = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(6, 1fr)' },
  '& > *': { gridColumn: { xs: '1 / -1', sm: 'span 3' } },
  '& > .narrow': { gridColumn: { xs: 'span 1', sm: 'span 1' } },
  '& > .half': { gridColumn: { xs: 'span 1', sm: 'span 2' } },
} as const
