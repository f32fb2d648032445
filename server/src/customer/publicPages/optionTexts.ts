import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import type { Sentence } from '../languages/sentences.ts'

export const colorTexts = {
  bw: 'Black and white',
  color: 'Colour',
  mixed: 'Colour only where a page has any',
} as const satisfies Record<PrintOptions['color'], Sentence>
export const sidesTexts = {
  single: 'Single-sided',
  double: 'Double-sided',
} as const satisfies Record<PrintOptions['sides'], Sentence>
export const bindingTexts = {
  none: 'No binding',
  staple: 'Stapled',
  spiral: 'Spiral bound',
  hard: 'Hard cover',
} as const satisfies Record<PrintOptions['binding'], Sentence>
