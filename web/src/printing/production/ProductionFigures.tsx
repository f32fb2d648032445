import type { ProductionSummary } from '@our-print/contract/printing/production.ts'
import { count, plural } from '../../base/format/format.ts'
import { type Figure, Figures } from '../../base/page/Figures.tsx'
import { money } from './productionTexts.ts'

type Produced = Omit<ProductionSummary, 'tasks'>

const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((part / whole) * 1000) / 10}%` : '–'

const figures: readonly Figure<Produced>[] = [
  { label: 'Ordered', value: ({ ordered }) => count(ordered), note: () => 'sides of new orders' },
  {
    label: 'Printed',
    value: ({ printed }) => count(printed),
    note: ({ sheets }) => `on ${plural(sheets, 'sheet')}`,
  },
  { label: 'Delivered', value: ({ delivered }) => count(delivered), note: () => 'sides at the door' },
  {
    label: 'Waste',
    value: ({ wasted }) => count(wasted),
    note: ({ wasted, printed }) => `${share(wasted, wasted + printed)} of all sides`,
  },
  {
    label: 'Cost',
    value: ({ cost }) => money(cost),
    note: ({ orders }) => `of ${plural(orders, 'printed order')}`,
  },
  {
    label: 'Margin',
    value: ({ margin }) => money(margin),
    note: ({ margin, revenue }) => `${share(margin, revenue)} of ${money(revenue)}`,
  },
]

export const ProductionFigures = ({ data }: { data: Produced | undefined }) => (
  <Figures data={data} figures={figures} columns={6} />
)
