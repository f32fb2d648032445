import { type FloorColumn, type FloorOrder, getFloor } from '@our-print/contract/printing/floor.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { drawNothing, lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { useMinute } from '../../base/feedback/useMinute.ts'
import { formatTime, plural } from '../../base/format/format.ts'
import { ArrowBack } from '../../base/icons/screens.tsx'
import { useIsLive, usePolling } from '../../base/live/live.ts'
import { BackBar } from '../../base/page/BackBar.tsx'
import { useHistory, useNavigate } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { useWakeLock } from '../../orders/ticketScans/useWakeLock.ts'
import { signedInId } from '../../people/session/session.ts'
import { FloorBar } from './FloorBar.tsx'
import { FloorCard } from './FloorCard.tsx'
import type { FloorQuestion } from './FloorDialogs.tsx'
import styles from './FloorPage.module.css'
import { type FloorAction, stepsFor } from './floorActions.ts'
import { arrows, orderAt, placeOf, stepFrom, useFloorKeys } from './floorSelection.ts'
import { columnName, printerText } from './floorTexts.ts'
import { useFloorActions } from './useFloorActions.ts'

const LiveUpdates = lazyPart(() => import('../../base/live/LiveUpdates.tsx'), drawNothing)
const FloorDialogs = lazyPart(() => import('./FloorDialogs.tsx'))

const refetchMs = 10_000

/** What to print next, on a screen beside the machines: without the shell, and with one key for each step. */
export function FloorPage() {
  useWakeLock()
  const reply = useRead(getFloor, {}, { refetchInterval: usePolling(refetchMs) })
  const minute = useMinute()
  return (
    <>
      {/* The shell, which has it on other screens, is not here. */}
      <LiveUpdates person={signedInId()} isAdmin />
      {reply.data ? (
        <Floor
          key="floor"
          columns={reply.data.columns}
          hasMore={reply.data.has_more}
          readAt={reply.isError ? reply.dataUpdatedAt : undefined}
          minute={minute}
        />
      ) : (
        <>
          <BackBar title="Print floor" home="/dashboard" />
          {reply.error ? (
            <LoadFailure title="The print floor could not be loaded" reply={reply} />
          ) : (
            <Loading />
          )}
        </>
      )}
    </>
  )
}

type Props = {
  columns: readonly FloorColumn[]
  hasMore: boolean
  /** When this was read, if it could not be read again since then. */
  readAt: number | undefined
  minute: number
}

function Floor({ columns, hasMore, readAt }: Props) {
  const navigate = useNavigate()
  const actions = useFloorActions()
  const [chosen, setChosen] = useState({ id: columns[0]?.orders[0]?.id, column: 0, row: 0 })
  // It is about the order that was chosen, also when that leaves the floor meanwhile and another one takes its place.
  const [asked, setAsked] = useState<{ question: FloorQuestion; order: FloorOrder | undefined }>()
  useAfterFirstView(FloorDialogs.preload)
  const place = placeOf(columns, chosen.id, chosen)
  const order = orderAt(columns, place)
  // It stays the same order when the floor changes under it.
  if (order?.id !== chosen.id || place.column !== chosen.column || place.row !== chosen.row)
    setChosen({ id: order?.id, ...place })

  const ask = (question: FloorQuestion) => setAsked({ question, order })
  function act(action: FloorAction) {
    if (!order || actions.isBusy) return
    if (action === 'open') navigate(`/order/${order.id}`)
    else if (action === 'shelf' || action === 'reprint' || action === 'by_hand') ask(action)
    else if (action === 'print') andNext(actions.print(order))
    else void actions[action](order)
  }
  useFloorKeys((key) => {
    const step = arrows[key]
    if (step) setChosen({ id: undefined, ...stepFrom(columns, place, step) })
    if (key === '?') ask('keys')
    const wanted = order && stepsFor(order).find((one) => one.key === key)
    if (wanted) act(wanted.action)
    return step !== undefined || key === '?' || wanted !== undefined
  })

  /** An order that goes to a printer is not followed there: the next one is chosen, to be printed by the same key. */
  function andNext(work: Promise<boolean>) {
    const below = orderAt(columns, stepFrom(columns, place, 'down'))
    const next = below?.id === order?.id ? orderAt(columns, stepFrom(columns, place, 'up')) : below
    void work.then((isDone) => {
      if (isDone && next) setChosen({ id: next.id, ...place })
    })
  }
  const answered = (question: FloorQuestion, work: Promise<boolean> | undefined) => {
    setAsked(undefined)
    if (work && (question === 'by_hand' || asked?.order?.is_printed)) andNext(work)
  }

  const waiting = columns.flatMap(({ orders }) => orders).filter(({ is_printed }) => !is_printed).length
  return (
    <div className={styles.page}>
      <Header waiting={waiting} hasMore={hasMore} readAt={readAt} onKeys={() => ask('keys')} />
      <main className={styles.columns}>
        {columns.map((column, at) => (
          <Column
            key={column.printer?.id ?? 'none'}
            column={column}
            chosen={order}
            onChoose={(id, row) => setChosen({ id, column: at, row })}
            onOpen={(id) => navigate(`/order/${id}`)}
          />
        ))}
      </main>
      <FloorBar order={order} feedback={actions.feedback} isBusy={actions.isBusy} onAction={act} />
      {asked && (
        <FloorDialogs
          {...asked}
          onClose={() => setAsked(undefined)}
          onShelf={(shelf) => answered('shelf', asked.order && actions.putOnShelf(asked.order, shelf))}
          onReprint={(from, reason) =>
            answered('reprint', asked.order && actions.reprint(asked.order, from, reason))
          }
          onByHand={() => answered('by_hand', asked.order && actions.byHand(asked.order))}
        />
      )}
    </div>
  )
}

type HeaderProps = { waiting: number; hasMore: boolean; readAt: number | undefined; onKeys: () => void }

function Header({ waiting, hasMore, readAt, onKeys }: HeaderProps) {
  const { back } = useHistory()
  const isLive = useIsLive()
  return (
    <header className={styles.header}>
      <Button look="plain" start={<ArrowBack />} onClick={() => back('/dashboard')}>
        Back
      </Button>
      <h1 className={styles.title}>Print floor</h1>
      <output className={styles.waiting}>
        {hasMore ? `More than ${waiting} orders` : plural(waiting, 'order')} to print
      </output>
      {readAt !== undefined ? (
        <div role="alert" className={styles.offline}>
          No connection. As it was at {formatTime(readAt)}.
        </div>
      ) : (
        <div className={isLive ? styles.live : styles.reconnecting}>{isLive ? 'Live' : 'Reconnecting…'}</div>
      )}
      <Button aria-keyshortcuts="?" onClick={onKeys}>
        ? Keys
      </Button>
    </header>
  )
}

type ColumnProps = {
  column: FloorColumn
  chosen: FloorOrder | undefined
  onChoose: (id: string, row: number) => void
  onOpen: (id: string) => void
}

function Column({ column, chosen, onChoose, onOpen }: ColumnProps) {
  const { text, isBad } = printerText(column)
  const name = columnName(column)
  return (
    <section aria-label={name} className={styles.column}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {name} {column.orders.length > 0 && `(${column.orders.length})`}
        </h2>
        <div className={isBad ? styles.bad : styles.note}>{text}</div>
      </div>
      {column.orders.length === 0 ? (
        <div className={styles.empty}>{column.printer ? 'Nothing in its queue' : 'Nothing to print'}</div>
      ) : (
        <ul className={styles.orders}>
          {column.orders.map((order, row) => (
            <FloorCard
              key={order.id}
              order={order}
              isChosen={order.id === chosen?.id}
              onChoose={() => onChoose(order.id, row)}
              onOpen={() => onOpen(order.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
