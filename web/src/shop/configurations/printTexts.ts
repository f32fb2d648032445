import type { Fit, Layout } from '@our-print/contract/printing/sheetLayout.ts'
import type { bindings, colorChoices, sides } from '@our-print/contract/shop/configurations.ts'
import { count } from '../../base/format/format.ts'

/** What people call the options of a print. */
export const colorLabels: Record<(typeof colorChoices)[number], string> = {
  bw: 'Black & white',
  color: 'Colour',
  mixed: 'Mixed',
}

export const sidesLabels: Record<(typeof sides)[number], string> = {
  single: 'Single-sided',
  double: 'Double-sided',
}

export const bindingLabels: Record<(typeof bindings)[number], string> = {
  none: 'None',
  staple: 'Staple',
  spiral: 'Spiral',
  hard: 'Hard cover',
}

export const layoutLabels: Record<Layout, string> = {
  '1-up': '1 a side',
  '2-up': '2 a side',
  '4-up': '4 a side',
  booklet: 'Booklet',
}

/** For pages of another size than the paper. */
export const fitLabels: Record<Fit, string> = {
  shrink: 'Make larger ones smaller',
  fit: 'Fit all to the paper',
  actual: 'Print at their own size',
  refuse: 'Do not take the order',
}

/** The colour of an order in words, with the printed sides that mixed printing has in colour: "Mixed, 12 of 52 in colour" */
export const colorText = ({
  color,
  color_pages,
  impressions,
  blank_sides,
}: {
  color: keyof typeof colorLabels
  color_pages: number | null
  impressions: number
  blank_sides: number
}): string =>
  color_pages === null
    ? colorLabels[color]
    : `${colorLabels[color]}, ${count(color_pages)} of ${count(impressions - blank_sides)} in colour`
