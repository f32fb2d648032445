import { count, plural } from '../../base/format/format.ts'
import type { OrderCounts } from './countOrder.ts'

/** "60 pages → 30 printed sides on 15 sheets"; "3 pages → 5 printed sides on 3 sheets, 2 sides blank" */
export function sheetsText({ pages, impressions, blank_sides, sheets }: OrderCounts): string {
  const printed = impressions - blank_sides
  const sides = printed === 1 ? '1 printed side' : `${count(printed)} printed sides`
  const blank = blank_sides > 0 ? `, ${plural(blank_sides, 'side')} blank` : ''
  return `${plural(pages, 'page')} → ${sides} on ${plural(sheets, 'sheet')}${blank}`
}

/** "Sheet 3, back" */
export const sideText = (side: number, isDoubleSided: boolean): string =>
  isDoubleSided
    ? `Sheet ${count(Math.ceil(side / 2))}, ${side % 2 === 1 ? 'front' : 'back'}`
    : `Sheet ${count(side)}`
