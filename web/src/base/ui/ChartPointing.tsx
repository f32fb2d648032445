import { clsx } from 'clsx'
import { type MouseEvent, useRef, useState } from 'react'
import styles from './Chart.module.css'
import { ChartMark } from './ChartDrawing.tsx'
import { type ChartProps, sumAt, valueAt } from './chartData.ts'
import { placeOf, pointAt } from './chartScale.ts'

type Props = ChartProps & { top: number }

/**
 * Which point is looked at, by pointer, finger or keys, and its values. The keys are those of the browser's slider, which
 * tells screen readers the values, too.
 */
export function Pointing({ kind, points, series, partialFrom, top }: Props) {
  const [pointed, setPointed] = useState<number>()
  const slider = useRef<HTMLInputElement>(null)
  const last = points.length - 1
  const at = Math.min(pointed ?? last, last)
  const label = `${points[at]?.label}${partialFrom !== undefined && at >= partialFrom ? ', so far' : ''}`
  const values = series.map((one) => ({ ...one, value: valueAt(one, at) }))
  const total = kind === 'bars' && series.length > 1 && series[0]?.show(sumAt(series, at))
  const said = values.map(({ label, show, value }) => `${label} ${show(value)}`)
  if (total) said.push(`Total ${total}`)

  const point = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(pointAt(kind, (clientX - left) / width, points.length))
  }
  return (
    <div
      // Its keys are the slider's.
      role="presentation"
      className={styles.pointing}
      onPointerDown={point}
      onPointerMove={point}
      // What a tap has chosen stays until the focus goes.
      onClick={(event) => {
        point(event)
        slider.current?.focus()
      }}
      onPointerLeave={() => {
        if (document.activeElement !== slider.current) setPointed(undefined)
      }}
    >
      <input
        ref={slider}
        type="range"
        className={styles.slider}
        aria-label="Values"
        aria-valuetext={`${label}: ${said.join(', ')}`}
        min={0}
        max={last}
        value={at}
        onChange={({ target }) => setPointed(Number(target.value))}
        onFocus={() => setPointed((now) => now ?? last)}
        onBlur={() => setPointed(undefined)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setPointed(undefined)
        }}
      />
      {pointed !== undefined && (
        <div
          className={styles.crosshair}
          style={{ insetInlineStart: `${placeOf(kind, at, points.length)}%` }}
          aria-hidden
        >
          {kind === 'lines' &&
            values.map(({ name, ink, value }) => (
              <span
                key={name}
                className={styles.dot}
                style={{ insetBlockEnd: `${(value / top) * 100}%`, background: `var(--chart-${ink})` }}
              />
            ))}
          <div className={clsx(styles.values, at > last / 2 && styles.before)}>
            <strong className={styles.title}>{label}</strong>
            {values.map(({ name, label, ink, show, value }) => (
              <span key={name} className={styles.value}>
                <ChartMark kind={kind} ink={ink} />
                {label}
                <b className={styles.figure}>{show(value)}</b>
              </span>
            ))}
            {total && (
              <span className={styles.value}>
                <span className={styles.mark} />
                Total
                <b className={styles.figure}>{total}</b>
              </span>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
