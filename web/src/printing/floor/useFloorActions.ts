import { updateOrder } from '@our-print/contract/orders/orders.ts'
import { createTicketScan } from '@our-print/contract/orders/ticketScans.ts'
import { type FloorOrder, getFloor } from '@our-print/contract/printing/floor.ts'
import {
  createPrintJobs,
  holdPrintJob,
  releasePrintJob,
  reprintPrintJob,
  retryPrintJob,
} from '@our-print/contract/printing/printJobs.ts'
import { useState } from 'react'
import { useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'

const stale = [getFloor]

/** What came of the last step. */
export type Feedback = { text: string; isBad: boolean }

/** What the keys do. Each tells what came of it in big letters, because the person stands two metres away. */
export function useFloorActions() {
  const [feedback, setFeedback] = useState<Feedback>()
  const print = useWrite(createPrintJobs, stale)
  const hold = useWrite(holdPrintJob, stale)
  const release = useWrite(releasePrintJob, stale)
  const retry = useWrite(retryPrintJob, stale)
  const reprint = useWrite(reprintPrintJob, stale)
  const shelf = useWrite(createTicketScan, stale)
  const update = useWrite(updateOrder, stale)

  /** Whether it was done; if not, the reason is told. */
  async function tell(work: Promise<string>): Promise<boolean> {
    try {
      setFeedback({ text: await work, isBad: false })
      return true
    } catch (error) {
      setFeedback({ text: (error as ApiError).message, isBad: true })
      return false
    }
  }

  async function send({ id, number }: FloorOrder, by_hand: boolean): Promise<string> {
    const { results } = await print.mutateAsync({ body: { orders: [id], by_hand } })
    const [result] = results
    if (!result?.ok) throw new Error(result?.message ?? 'Nothing was printed.')
    return by_hand ? `Order ${number} is printed.` : `Order ${number} is sent to the printer.`
  }

  /** An order of several files has a job for each. One that has begun meanwhile keeps none of the others from it. */
  async function ofWaiting({ number, waiting_jobs }: FloorOrder, write: typeof hold, what: string) {
    const done = await Promise.allSettled(waiting_jobs.map((id) => write.mutateAsync({ params: { id } })))
    for (const one of done) if (one.status === 'rejected') throw one.reason
    return `Order ${number} ${what}.`
  }

  const ofJob = async ({ number, job }: FloorOrder, write: typeof hold, what: string): Promise<string> => {
    if (job) await write.mutateAsync({ params: { id: job.id } })
    return `Order ${number} ${what}.`
  }

  async function printAgain({ number, job }: FloorOrder, from_impression: number, reason: string) {
    if (job) await reprint.mutateAsync({ params: { id: job.id }, body: { from_impression, reason } })
    const { document = '' } = job ?? {}
    return `Order ${number}, ${document}: one copy is printed again from side ${from_impression} on.`
  }

  async function putOnShelf({ id }: FloorOrder, shelf_place: string | null): Promise<string> {
    const { result, message } = await shelf.mutateAsync({ body: { code: id, purpose: 'shelf', shelf_place } })
    if (result === 'refused') throw new Error(message)
    return message
  }

  async function makeReady({ id, number }: FloorOrder): Promise<string> {
    await update.mutateAsync({ params: { id }, body: { is_ready: true } })
    return `Order ${number} is ready for pick-up.`
  }

  return {
    feedback,
    print: (order: FloorOrder) => tell(send(order, false)),
    byHand: (order: FloorOrder) => tell(send(order, true)),
    hold: (order: FloorOrder) => tell(ofWaiting(order, hold, 'is on hold')),
    release: (order: FloorOrder) => tell(ofWaiting(order, release, 'prints')),
    retry: (order: FloorOrder) => tell(ofJob(order, retry, 'prints the rest')),
    reprint: (order: FloorOrder, from: number, reason: string) => tell(printAgain(order, from, reason)),
    putOnShelf: (order: FloorOrder, place: string | null) => tell(putOnShelf(order, place)),
    ready: (order: FloorOrder) => tell(makeReady(order)),
    isBusy: [print, hold, release, retry, reprint, shelf, update].some(({ isPending }) => isPending),
  }
}
