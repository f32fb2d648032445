import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import styles from './Chart.module.css'
import { type ChartProps, type Ink, valueAt } from './chartData.ts'
import { areaPath, barsPath, type Kind, linePath } from './chartScale.ts'

/** Stretched over its place, while lines and their dashes are as thick and long as they say. */
const Canvas = ({
  height,
  className,
  children,
}: {
  height: number
  className: string | undefined
  children: ReactNode
}) => (
  <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" className={className} aria-hidden>
    {children}
  </svg>
)

type Props = ChartProps & { ticks: readonly number[]; top: number }

/** Grid and values. */
export function Drawing({ kind, points, series, partialFrom = points.length, ticks, top }: Props) {
  const last = points.length - 1
  // The line that leads to the first point which is not over is not certain, either.
  const certain = kind === 'lines' ? Math.max(partialFrom - 1, 0) : partialFrom - 1
  return (
    <Canvas height={100} className={styles.drawing}>
      {ticks.map((tick) => (
        <path key={tick} className={styles.grid} d={`M0 ${100 - (tick / top) * 100}H100`} />
      ))}
      {kind === 'bars'
        ? series.map((one, at) => {
            const bases = points.map((_, day) =>
              series.slice(0, at).reduce((sum, below) => sum + valueAt(below, day), 0),
            )
            return (
              <g key={one.name}>
                <Bars ink={one.ink} d={barsPath(one.values, bases, top, 0, certain)} />
                <Bars ink={one.ink} d={barsPath(one.values, bases, top, partialFrom, last)} partial />
              </g>
            )
          })
        : series.map((one, at) => (
            <g key={one.name}>
              {at === 0 && (
                <path className={styles.area} style={colorOf(one.ink)} d={areaPath(one.values, top)} />
              )}
              <Line ink={one.ink} d={linePath(one.values, top, 0, certain)} />
              {certain < last && <Line ink={one.ink} d={linePath(one.values, top, certain)} partial />}
            </g>
          ))}
    </Canvas>
  )
}

const colorOf = (ink: Ink) => ({ color: `var(--chart-${ink})` })

type Piece = { ink: Ink; d: string; partial?: boolean }

const Line = ({ ink, d, partial }: Piece) => (
  <path
    className={clsx(styles.line, styles[`line${ink}`], partial && styles.partial)}
    style={colorOf(ink)}
    d={d}
  />
)

/** Thickness of stripes and of the gaps between them. They lie flat: stretched, they stay what they are. */
const stripes: Record<Ink, readonly [number, number]> = { 1: [1, 0], 2: [2, 1], 3: [0.8, 0.8], 4: [0, 1] }

function Bars({ ink, d, partial }: Piece) {
  const id = useId()
  const [thick, gap] = stripes[ink]
  return (
    <g style={colorOf(ink)}>
      <pattern id={id} width={100} height={thick + gap} patternUnits="userSpaceOnUse">
        <rect className={styles.gap} width={100} height={thick + gap} />
        <rect className={styles.stripe} width={100} height={thick} />
      </pattern>
      <path
        className={clsx(styles.bars, (partial || ink === 4) && styles.framed, partial && styles.partial)}
        fill={`url(#${id})`}
        d={d}
      />
    </g>
  )
}

/** A piece of a line or a bar of that ink, beside its name. */
export const ChartMark = ({ kind, ink }: { kind: Kind; ink: Ink }) =>
  kind === 'bars' ? (
    <Canvas height={5} className={styles.mark}>
      <Bars ink={ink} d="M0 0H100V5H0Z" />
    </Canvas>
  ) : (
    <Canvas height={2} className={clsx(styles.mark, styles.lineMark)}>
      <Line ink={ink} d="M0 1H100" />
    </Canvas>
  )
