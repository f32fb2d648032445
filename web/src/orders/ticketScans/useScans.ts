import { listMyOrders, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { readScanned, shelfPlacePattern, shelfText } from '@our-print/contract/orders/scannedText.ts'
import {
  createTicketScan,
  type ScanPurpose,
  type TicketScan,
} from '@our-print/contract/orders/ticketScans.ts'
import { getFloor } from '@our-print/contract/printing/floor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { timeNow } from '../../base/api/clock.ts'
import { useSeesShop } from '../../base/api/useCan.ts'
import { act, hasQueue } from '../roundActs/roundActs.ts'
import { refusalLabels } from './ticketScanTexts.ts'

/** Notes as [frequency, start, seconds]: two rising ones for yes, a long low one for no. */
const sounds = {
  yes: {
    type: 'sine',
    notes: [
      [880, 0, 0.09],
      [1320, 0.1, 0.14],
    ],
  },
  no: {
    type: 'square',
    notes: [
      [196, 0, 0.22],
      [147, 0.25, 0.35],
    ],
  },
} as const

const shakes = { yes: [70], no: [220, 90, 220, 90, 220] } as const

let context: AudioContext | undefined

/** Tells yes or no by sound and vibration, so that nobody has to look at the screen. */
function signal(answer: 'yes' | 'no'): void {
  // Safari on iPhones has none.
  if ('vibrate' in navigator) navigator.vibrate([...shakes[answer]])
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  // Browsers stop it while the page is in the background.
  if (context.state !== 'running') void context.resume()
  const { type, notes } = sounds[answer]
  for (const [frequency, start, seconds] of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    const from = context.currentTime + start
    tone.type = type
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.25, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + seconds)
    tone.connect(volume).connect(context.destination)
    tone.start(from)
    tone.stop(from + seconds)
  }
}

/** What fills the screen after a scan. `next`: half of what is needed was scanned. */
export type Shown = {
  kind: 'yes' | 'no' | 'next'
  headline: string
  message: string
  number: number | null
  /** Grows with each scan, so that the same answer is told anew. */
  place: number
}

export type ScanSettings = {
  purpose: ScanPurpose
  courier: string | undefined
  expected_order: string | undefined
  onFound: (order: string) => void
}

const accepted: Record<ScanPurpose, string> = {
  press: 'Found',
  shelf: 'On the shelf',
  hand_over: 'Handed over',
}

/** A code that stays before the camera, or is scanned twice by a hand that shakes, counts once. */
const sameCodeMs = 3_000

/** Takes scanned and typed texts one after the other, and tells what came of each. */
export function useScans({ purpose, courier, expected_order, onFound }: ScanSettings) {
  const client = useQueryClient()
  const isCourier = !useSeesShop()
  const { mutateAsync } = useWrite(createTicketScan, [listMyOrders, listOrders, getFloor])
  const [shown, setShown] = useState<Shown>()
  const [place, setPlace] = useState<string | null>(null)
  const [out, setOut] = useState<readonly { id: string; number: number }[]>([])
  const last = useRef({ text: '', seenAt: Number.NEGATIVE_INFINITY })
  const queue = useRef(Promise.resolve())
  const waitingTicket = useRef<string | undefined>(undefined)
  const counter = useRef(0)

  const show = (shownNow: Omit<Shown, 'place'>) => {
    counter.current += 1
    setShown({ ...shownNow, place: counter.current })
    if (shownNow.kind !== 'next') signal(shownNow.kind)
  }

  function showScan({ result, reason, message, order }: TicketScan) {
    const isYes = result !== 'refused'
    show({
      kind: isYes ? 'yes' : 'no',
      headline: reason ? refusalLabels[reason] : result === 'repeated' ? 'Done already' : accepted[purpose],
      message,
      number: order?.number ?? null,
    })
    if (!isYes || !order) return
    if (purpose === 'press') onFound(order.id)
    if (purpose === 'hand_over')
      setOut((before) => [
        { id: order.id, number: order.number },
        ...before.filter(({ id }) => id !== order.id),
      ])
  }

  /** A courier's hand-over goes through the queue of the phone: at the door there may be no network. */
  async function sendByQueue(code: string) {
    const named = readScanned(code)
    const isNamed = (order: Order) =>
      named !== undefined &&
      (('order' in named && named.order === order.id) || ('number' in named && named.number === order.number))
    const lists = client.getQueriesData<{ results: Order[] }>({ queryKey: [listMyOrders.url] })
    const found = lists.flatMap(([, list]) => list?.results ?? []).find(isNamed)
    const fate = await act({ id: found?.id ?? `scan of ${code}`, version: found?.version ?? null }, [
      {
        deed: { kind: 'scan', code, ...(expected_order && { expected_order }) },
        number: found?.number ?? 0,
        title: found?.title ?? code,
        happened_at: timeNow(),
      },
    ])
    if (fate.kind === 'answered' || (fate.kind === 'refused' && fate.answer))
      return showScan(fate.answer as TicketScan)
    if (fate.kind === 'refused') throw fate.error
    const waits = 'It is on this phone, and is sent when there is a network.'
    return show({ kind: 'next', headline: 'Waits', message: waits, number: found?.number ?? null })
  }

  async function send(code: string, shelf_place: string | null) {
    try {
      if (isCourier && purpose === 'hand_over' && hasQueue()) return await sendByQueue(code)
      showScan(
        await mutateAsync({
          body: {
            code,
            purpose,
            ...(purpose === 'shelf' && { shelf_place }),
            ...(purpose === 'hand_over' && courier && { courier }),
            ...(expected_order && { expected_order }),
          },
        }),
      )
    } catch (error) {
      const { message } = error as ApiError
      show({ kind: 'no', headline: 'Not scanned', message, number: null })
      // It may be scanned again at once.
      last.current.seenAt = Number.NEGATIVE_INFINITY
    }
  }

  /** A shelf and a ticket make a place, in either sequence; the shelf stays for the next tickets. */
  function takeForShelf(text: string, scannedPlace: string | undefined) {
    const ticket = scannedPlace ? waitingTicket.current : text
    const at = scannedPlace ?? place
    if (scannedPlace) setPlace(scannedPlace)
    waitingTicket.current = at ? undefined : ticket
    if (ticket && at) return send(ticket, at)
    show(
      at
        ? { kind: 'next', headline: at, message: 'Now scan the job tickets that lie here.', number: null }
        : {
            kind: 'next',
            headline: 'Which shelf?',
            message: 'Now scan its label, or type it.',
            number: null,
          },
    )
    return undefined
  }

  async function take(text: string) {
    const named = readScanned(text)
    if (purpose !== 'shelf') return send(text, null)
    return takeForShelf(text, named && 'place' in named ? named.place : undefined)
  }

  /** A code that was read; the same one counts again after some seconds. */
  function scan(text: string) {
    const { seenAt, text: before } = last.current
    last.current = { text, seenAt: performance.now() }
    if (text === before && performance.now() - seenAt < sameCodeMs) return
    queue.current = queue.current.then(() => take(text))
  }

  /** What a person typed; a shelf place without the word before it. */
  function type(text: string) {
    const typed = text.trim().toUpperCase()
    const isPlace = purpose === 'shelf' && shelfPlacePattern.test(typed) && !/^\d+$/.test(typed)
    queue.current = queue.current.then(() => take(isPlace ? shelfText(typed) : text))
  }

  return {
    shown,
    place,
    out,
    dismiss: () => setShown(undefined),
    forgetPlace: () => setPlace(null),
    scan,
    type,
  }
}
