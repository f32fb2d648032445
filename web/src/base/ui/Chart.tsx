import { clsx } from 'clsx'
import styles from './Chart.module.css'
import { ChartMark, Drawing } from './ChartDrawing.tsx'
import { Pointing } from './ChartPointing.tsx'
import { type ChartProps, sumAt, valueAt } from './chartData.ts'
import { namedPoints, placeOf, scaleTicks } from './chartScale.ts'

/** So many names fit below a chart; a narrow one has half of them. */
const mostNames = 10

/** A chart of values over time. Nothing in it is measured: it is drawn in percent, its texts lie above the drawing. */
export function Chart(props: ChartProps) {
  const { kind, about, series, height, empty = 'No values in this period' } = props
  const hasValues = series.some(({ values }) => values.some((value) => value > 0))
  return (
    <figure className={styles.chart} style={{ height }} aria-label={about}>
      {hasValues && (props.legend ?? series.length > 1) && (
        <ul className={styles.legend}>
          {series.map(({ name, label, ink }) => (
            <li key={name} className={styles.entry}>
              <ChartMark kind={kind} ink={ink} />
              {label}
            </li>
          ))}
        </ul>
      )}
      {hasValues ? <Axes {...props} /> : <div className={styles.empty}>{empty}</div>}
    </figure>
  )
}

/** The drawing between its axes. */
function Axes(props: ChartProps) {
  const { kind, points, series, short } = props
  const tops = points.map((_, at) =>
    kind === 'bars' ? sumAt(series, at) : Math.max(...series.map((one) => valueAt(one, at))),
  )
  const ticks = scaleTicks(Math.max(...tops))
  const top = ticks.at(-1) ?? 1
  const named = namedPoints(points.length, mostNames)
  return (
    <>
      <div className={styles.numbers} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={styles.number}>
            {short(tick)}
          </span>
        ))}
      </div>
      <div className={styles.plot}>
        <Drawing {...props} ticks={ticks} top={top} />
        <Pointing {...props} top={top} />
      </div>
      <div className={clsx(styles.names, named.length > mostNames / 2 && styles.many)} aria-hidden>
        {named.map((at) => (
          <span
            key={at}
            className={styles.name}
            style={{ insetInlineStart: `${placeOf(kind, at, points.length)}%` }}
          >
            {points[at]?.tick}
          </span>
        ))}
      </div>
    </>
  )
}
