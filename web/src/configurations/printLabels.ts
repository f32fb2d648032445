import type { bindings, colorChoices, sides } from '@our-print/contract/configurations.ts'
import { count } from '../format/format.ts'

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

/** The colour of an order in words, with the pages that mixed printing has in colour: "Mixed, 12 of 52 in colour" */
export const colorText = ({
  color,
  color_pages,
  pdf_page_count,
}: {
  color: keyof typeof colorLabels
  color_pages: number | null
  pdf_page_count: number
}): string =>
  color_pages === null
    ? colorLabels[color]
    : `${colorLabels[color]}, ${count(color_pages)} of ${count(pdf_page_count)} in colour`
