import type { FloorOrder } from '@our-print/contract/printing/floor.ts'
import { clsx } from 'clsx'
import { Fragment, useEffect, useRef } from 'react'
import { waitingTime } from '../../base/format/format.ts'
import { ProgressBar } from '../../base/ui/ProgressBar.tsx'
import { OrderTags } from '../../orders/promises/OrderTags.tsx'
import styles from './FloorCard.module.css'
import { jobText, optionsOf } from './floorTexts.ts'

type Props = { order: FloorOrder; isChosen: boolean; onChoose: () => void; onOpen: () => void }

/** One order: its number in letters that are read from two metres, what to put in, and how far it is. */
export function FloorCard({ order, isChosen, onChoose, onOpen }: Props) {
  const card = useRef<HTMLButtonElement>(null)
  const [tone, text] = jobText(order)
  const { number, title, created_at, job, shelf_place, notes } = order
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isChosen])
  return (
    <li>
      <button
        type="button"
        ref={card}
        aria-pressed={isChosen}
        onClick={onChoose}
        onDoubleClick={onOpen}
        // The keys of the page choose; the focus would go another way through the columns.
        tabIndex={isChosen ? 0 : -1}
        className={clsx(styles.card, styles[tone])}
      >
        <span className={styles.head}>
          <span className={styles.number}>{number}</span>
          <span className={styles.time}>{waitingTime(created_at)}</span>
        </span>
        <span className={styles.title}>{title}</span>
        <span className={styles.options}>
          {optionsOf(order).map((option, at) => (
            <Fragment key={option}>
              {at > 0 && ' · '}
              <span className={styles.option}>{option}</span>
            </Fragment>
          ))}
        </span>
        <OrderTags order={order} />
        {notes && <span className={styles.notes}>{notes}</span>}
        <span className={styles.state}>
          {text}
          {shelf_place && ` · Shelf ${shelf_place}`}
        </span>
        {job && tone === 'busy' && (
          <span className={styles.progress}>
            <ProgressBar thick value={(job.impressions_done / Math.max(1, job.impressions)) * 100} />
          </span>
        )}
      </button>
    </li>
  )
}
