import type { bindings, colors, sides } from '@our-print/contract/configurations.ts'

/** What people call the options of a print. */
export const colorLabels: Record<(typeof colors)[number], string> = { bw: 'Black & white', color: 'Colour' }

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
