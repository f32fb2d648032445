import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type FloorColumn, type FloorOrder, getFloor } from '@our-print/contract/printing/floor.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { drawNothing, lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { formatTime, plural } from '../../base/format/format.ts'
import { ArrowBack } from '../../base/icons/screens.tsx'
import { useIsLive, usePolling } from '../../base/live/live.ts'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { useWakeLock } from '../../orders/ticketScans/useWakeLock.ts'
import { signedInId } from '../../people/session/session.ts'
import { FloorBar } from './FloorBar.tsx'
import { FloorCard } from './FloorCard.tsx'
import type { FloorQuestion } from './FloorDialogs.tsx'
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
      ) : reply.error ? (
        <LoadFailure title="The print floor could not be loaded" reply={reply} />
      ) : (
        <Loading />
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
  const [question, setQuestion] = useState<FloorQuestion>()
  useAfterFirstView(FloorDialogs.preload)
  const place = placeOf(columns, chosen.id, chosen)
  const order = orderAt(columns, place)
  // It stays the same order when the floor changes under it.
  if (order?.id !== chosen.id || place.column !== chosen.column || place.row !== chosen.row)
    setChosen({ id: order?.id, ...place })

  function act(action: FloorAction) {
    if (!order || actions.isBusy) return
    if (action === 'open') void navigate(`/order/${order.id}`)
    else if (action === 'shelf' || action === 'reprint' || action === 'by_hand') setQuestion(action)
    else if (action === 'print') andNext(actions.print(order))
    else void actions[action](order)
  }
  useFloorKeys((key) => {
    const step = arrows[key]
    if (step) setChosen({ id: undefined, ...stepFrom(columns, place, step) })
    if (key === '?') setQuestion('keys')
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
    setQuestion(undefined)
    if (work && (question === 'by_hand' || order?.is_printed)) andNext(work)
  }

  const waiting = columns.flatMap(({ orders }) => orders).filter(({ is_printed }) => !is_printed).length
  return (
    <Box sx={{ height: { md: '100dvh' }, minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Header waiting={waiting} hasMore={hasMore} readAt={readAt} onKeys={() => setQuestion('keys')} />
      <Box component="main" sx={floor}>
        {columns.map((column, at) => (
          <Column
            key={column.printer?.id ?? 'none'}
            column={column}
            chosen={order}
            onChoose={(id, row) => setChosen({ id, column: at, row })}
            onOpen={(id) => void navigate(`/order/${id}`)}
          />
        ))}
      </Box>
      <FloorBar order={order} feedback={actions.feedback} isBusy={actions.isBusy} onAction={act} />
      {question && (
        <FloorDialogs
          question={question}
          order={order}
          onClose={() => setQuestion(undefined)}
          onShelf={(shelf) => answered('shelf', order && actions.putOnShelf(order, shelf))}
          onReprint={(from, reason) => answered('reprint', order && actions.reprint(order, from, reason))}
          onByHand={() => answered('by_hand', order && actions.byHand(order))}
        />
      )}
    </Box>
  )
}

type HeaderProps = { waiting: number; hasMore: boolean; readAt: number | undefined; onKeys: () => void }

function Header({ waiting, hasMore, readAt, onKeys }: HeaderProps) {
  const navigate = useNavigate()
  const isLive = useIsLive()
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/dashboard'))
  return (
    <Box component="header" sx={bar}>
      <Button color="inherit" startIcon={<ArrowBack />} onClick={back}>
        Back
      </Button>
      <Typography component="h1" sx={{ fontSize: { xs: '1.25rem', lg: '1.75rem' }, fontWeight: 700 }}>
        Print floor
      </Typography>
      <Box
        component="output"
        sx={{ flex: 1, fontSize: { xs: '1rem', lg: '1.375rem' }, color: 'text.secondary' }}
      >
        {hasMore ? `More than ${waiting} orders` : plural(waiting, 'order')} to print
      </Box>
      {readAt !== undefined ? (
        <Box
          role="alert"
          sx={{ fontSize: { xs: '1rem', lg: '1.25rem' }, fontWeight: 650, color: 'error.main' }}
        >
          No connection. As it was at {formatTime(new Date(readAt).toISOString())}.
        </Box>
      ) : (
        <Box
          sx={{
            fontSize: { xs: '0.9375rem', lg: '1.125rem' },
            color: isLive ? 'success.main' : 'warning.main',
          }}
        >
          {isLive ? 'Live' : 'Reconnecting…'}
        </Box>
      )}
      <SecondaryButton aria-keyshortcuts="?" onClick={onKeys}>
        ? Keys
      </SecondaryButton>
    </Box>
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
    <Box component="section" aria-label={name} sx={columnBox}>
      <Box sx={{ mb: 1.5 }}>
        <Typography
          component="h2"
          sx={{
            fontSize: { xs: '1.25rem', lg: '1.5rem' },
            lineHeight: 1.25,
            fontWeight: 700,
            overflowWrap: 'anywhere',
          }}
        >
          {name} {column.orders.length > 0 && `(${column.orders.length})`}
        </Typography>
        <Box
          sx={{
            fontSize: { xs: '1rem', lg: '1.1875rem' },
            lineHeight: 1.35,
            color: isBad ? 'error.main' : 'text.secondary',
            fontWeight: isBad ? 650 : 400,
          }}
        >
          {text}
        </Box>
      </Box>
      {column.orders.length === 0 ? (
        <Box sx={{ fontSize: { xs: '1rem', lg: '1.25rem' }, color: 'text.secondary' }}>
          {column.printer ? 'Nothing in its queue' : 'Nothing to print'}
        </Box>
      ) : (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 1.5,
          }}
        >
          {column.orders.map((order, row) => (
            <FloorCard
              key={order.id}
              order={order}
              isChosen={order.id === chosen?.id}
              onChoose={() => onChoose(order.id, row)}
              onOpen={() => onOpen(order.id)}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}

/** Draws the page again each minute, for the waiting times. */
function useMinute(): number {
  const [minute, setMinute] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinute((before) => before + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return minute
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  minHeight: 64,
  px: { xs: 1, sm: 2 },
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const

/** On a wide screen columns beside each other, each scrolling by itself; on a phone below each other. */
const floor = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridAutoFlow: { md: 'column' },
  gridAutoColumns: { md: 'minmax(330px, 1fr)' },
  alignContent: { xs: 'start', md: 'stretch' },
  overflowX: { md: 'auto' },
} as const

const columnBox = {
  minWidth: 0,
  p: { xs: 1.5, md: 2 },
  overflowY: { md: 'auto' },
  borderRight: { md: 1 },
  borderColor: { md: 'divider' },
} as const
