import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Text } from '../ui/Text.tsx'
import styles from './Figures.module.css'

export type Figure<Data> = { label: string; value: (data: Data) => string; note: (data: Data) => string }

type Props<Data> = {
  data: Data | undefined
  figures: readonly Figure<Data>[]
  /** Where there is room; two on a phone. */
  columns: 4 | 6
}

/** The figures of a period in one frame; placeholders of the same size while they load. */
export const Figures = <Data,>({ data, figures, columns }: Props<Data>) => (
  <dl className={clsx(styles.figures, styles[`of${columns}`])}>
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
