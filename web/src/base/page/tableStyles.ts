/** A text style: size and line height in px, weight. */
export const text = (size: number, line: number, weight: number) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line / 16}rem`,
  fontWeight: weight,
  letterSpacing: size >= 20 ? '-0.01em' : 0,
})

export const hairline = '1px solid var(--mui-palette-divider)'

// Of the theme's tables, and of the lists, which draw their cells without a component for each.

export const tableCell = {
  ...text(13, 18, 400),
  height: 36,
  padding: '0 8px',
  borderBottom: hairline,
  // Room to hit them, within the height of the row.
  '& a': { paddingBlock: '5px' },
}

export const tableHead = {
  ...text(12, 16, 600),
  color: 'var(--mui-palette-text-secondary)',
  whiteSpace: 'nowrap',
} as const

export const checkboxCell = { width: 44, padding: '0 0 0 6px' }
