import type { ProductionCosts } from '@our-print/contract/printing/production.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { count, rupees } from '../../base/format/format.ts'

/** What is printed on one side of a sheet: '1 side', '1,240 sides'. */
export const sides = (number: number) => `${count(number)} ${number === 1 ? 'side' : 'sides'}`

/** U+2212, the minus that is as wide as a figure. */
export const signedCount = (number: number) =>
  number === 0 ? '0' : `${number < 0 ? '−' : '+'}${count(Math.abs(number))}`

/** '₹120.50', '−₹3.00' */
export const money = (amount: number) => (amount < 0 ? `−${rupees(-amount)}` : rupees(amount))

/** What others changed in the costs since the dialog was opened. */
export const costChanges = (seen: ProductionCosts, current: ProductionCosts) =>
  differences([
    ['No binding', rupees(seen.binding.none), rupees(current.binding.none)],
    ['Staple', rupees(seen.binding.staple), rupees(current.binding.staple)],
    ['Spiral', rupees(seen.binding.spiral), rupees(current.binding.spiral)],
    ['Hard cover', rupees(seen.binding.hard), rupees(current.binding.hard)],
    ['A4', rupees(seen.paper.A4), rupees(current.paper.A4)],
    ['A3', rupees(seen.paper.A3), rupees(current.paper.A3)],
    ['Letter', rupees(seen.paper.Letter), rupees(current.paper.Letter)],
    ['Gap in %', String(seen.gap_percent), String(current.gap_percent)],
    ['Gap in sides', count(seen.gap_least), count(current.gap_least)],
  ])
