import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { dayError, today } from '../format/format.ts'
import { ChevronLeft, ChevronRight } from '../icons/parts.tsx'
import { Button, IconButton } from './Button.tsx'
import styles from './Calendar.module.css'
import {
  dayByKey,
  dayIn,
  monthAndYear,
  monthNames,
  monthOf,
  weekdays,
  weeksOf,
  yearOf,
} from './calendarDays.ts'
import { Select } from './Input.tsx'
import { Row, Spacer } from './Layout.tsx'
import { Popover } from './Popover.tsx'

// A table cannot hold buttons as its cells.
const grid = { role: 'grid' }
const rowgroup = { role: 'rowgroup' }
const row = { role: 'row' }
const columnheader = { role: 'columnheader' }
const gridcell = (isChosen: boolean) => ({ role: 'gridcell', 'aria-selected': isChosen })

type Props = {
  /** Names the dialog. */
  label: string
  /** The field that it opens at. */
  anchor: HTMLElement
  value: string | null
  min: string
  max: string
  onAccept: (day: string | null) => void
  onCancel: () => void
}

/** The calendar of a date field. OK or Enter accepts the day that looks chosen, Clear empties, Cancel, Escape and a press outside close. */
export function Calendar({ label, anchor, value, min, max, onAccept, onCancel }: Props) {
  const days = useRef<HTMLDivElement>(null)
  const inBounds = (day: string) => (day < min ? min : day > max ? max : day)
  // The chosen day, which is shown as such, also while it is moved by keys or by month.
  const [day, setDay] = useState(inBounds(value && !dayError(value, min, max) ? value : today()))
  const isFollowed = useRef(true)

  useLayoutEffect(() => {
    if (isFollowed.current) focusDay(days.current)
    isFollowed.current = false
  })

  const show = (next: string) => setDay(inBounds(next))

  function onDayKey(event: KeyboardEvent) {
    const next = dayByKey(event.key, event.shiftKey, day)
    if (next) {
      isFollowed.current = true
      show(next)
    } else if (event.key === 'Enter') onAccept(day)
    else return
    event.preventDefault()
  }

  return (
    <Popover label={label} anchor={anchor} align="start" size="content" onClose={onCancel}>
      <div className={styles.content}>
        <Head day={day} min={min} max={max} onShow={show} />
        <div {...grid} aria-label={monthAndYear(day)}>
          <div {...row} className={styles.week}>
            {weekdays().map(({ name, letter }) => (
              <span key={name} {...columnheader} aria-label={name} className={styles.weekday}>
                {letter}
              </span>
            ))}
          </div>
          <div ref={days} {...rowgroup} className={styles.days} {...{ onKeyDown: onDayKey }}>
            {weeksOf(day).map((week) => (
              <div key={week.find(Boolean)} {...row} className={styles.week}>
                {week.map((one, at) =>
                  one === null ? (
                    <span key={weekdays()[at]?.name} aria-hidden />
                  ) : (
                    <button
                      key={one}
                      type="button"
                      {...gridcell(one === day)}
                      aria-current={one === today() ? 'date' : undefined}
                      tabIndex={one === day ? 0 : -1}
                      disabled={one < min || one > max}
                      className={styles.day}
                      onClick={() => setDay(one)}
                    >
                      {Number(one.slice(8))}
                    </button>
                  ),
                )}
              </div>
            ))}
          </div>
        </div>
        <Row gap={2}>
          <Button look="plain" size="small" onClick={() => onAccept(null)}>
            Clear
          </Button>
          <Spacer />
          <Button look="plain" size="small" onClick={onCancel}>
            Cancel
          </Button>
          <Button look="primary" size="small" onClick={() => onAccept(day)}>
            OK
          </Button>
        </Row>
      </div>
    </Popover>
  )
}

const focusDay = (days: HTMLElement | null) => days?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()

type HeadProps = { day: string; min: string; max: string; onShow: (day: string) => void }

/** Month and year: one step at a time, or chosen. */
function Head({ day, min, max, onShow }: HeadProps) {
  const [year, month] = [yearOf(day), monthOf(day)]
  const isOffered = (at: number) =>
    dayIn(day, year, at).slice(0, 7) >= min.slice(0, 7) && dayIn(day, year, at).slice(0, 7) <= max.slice(0, 7)
  const months = monthNames()
    .map((label, at) => ({ value: String(at + 1), label }))
    .filter((_, at) => isOffered(at + 1))
  const years = Array.from({ length: yearOf(max) - yearOf(min) + 1 }, (_, at) => String(yearOf(min) + at))
  return (
    <div className={styles.head}>
      <IconButton
        size="small"
        aria-label="Previous month"
        disabled={!isOffered(month - 1)}
        onClick={() => onShow(dayIn(day, year, month - 1))}
      >
        <ChevronLeft />
      </IconButton>
      <Select
        aria-label="Month"
        options={months}
        value={String(month)}
        onChange={(value) => onShow(dayIn(day, year, Number(value)))}
      />
      <Select
        aria-label="Year"
        options={years.map((value) => ({ value, label: value }))}
        value={String(year)}
        onChange={(value) => onShow(dayIn(day, Number(value), month))}
      />
      <IconButton
        size="small"
        aria-label="Next month"
        disabled={!isOffered(month + 1)}
        onClick={() => onShow(dayIn(day, year, month + 1))}
      >
        <ChevronRight />
      </IconButton>
    </div>
  )
}
