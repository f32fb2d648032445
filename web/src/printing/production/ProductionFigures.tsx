import type { ProductionSummary } from '@our-print/contract/printing/production.ts'
import { count, plural } from '../../base/format/format.ts'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './ProductionFigures.module.css'
import { money } from './productionTexts.ts'

type Figures = Omit<ProductionSummary, 'tasks'>
type Figure = { label: string; value: (figures: Figures) => string; note: (figures: Figures) => string }

const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((part / whole) * 1000) / 10}%` : '–'

const figures: readonly Figure[] = [
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

/** The figures of a range in one frame; placeholders of the same size while they load. */
export const ProductionFigures = ({ data }: { data: Figures | undefined }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, note }) => (
      <div key={label} className={styles.figure}>
        <Text as="dt" size="small" tone="muted">
          {label}
        </Text>
        <Text as="dd" size="title">
          {data ? value(data) : <Skeleton width={72} />}
        </Text>
        <Text as="dd" size="caption" tone="muted">
          {data ? note(data) : <Skeleton width={96} />}
        </Text>
      </div>
    ))}
  </dl>
)
