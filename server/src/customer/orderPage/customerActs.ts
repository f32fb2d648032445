import type { CustomerAct } from '@our-print/contract/customer/orderPage.ts'
import { createComplaint as complaintContract } from '@our-print/contract/orders/complaints.ts'
import type { OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { preflightWarnings } from '@our-print/contract/printing/preflightWarnings.ts'
import { optionalText, text } from '@our-print/contract/values.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../base/database/db.ts'
import { networkOf } from '../../base/http/clientAddress.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { conflict, forbidden, invalid } from '../../base/http/problem.ts'
import { inActorTransaction } from '../../base/http/route.ts'
import { createComplaint } from '../../orders/complaints/changeComplaints.ts'
import { addNote } from '../../orders/orderHistory.queries.ts'
import { withPrintFiles, withStoredFiles } from '../../orders/receiveFiles.ts'
import { priceOrder, readReports, updateOrder } from '../../orders/updateOrder.ts'
import { preflightFile } from '../../printing/preflight/preflightFile.ts'
import { NotChecked } from '../../printing/prepress/preflighter.ts'
import { freeWindows, lockWindows } from '../../shop/configurations/arrivalWindows.queries.ts'
import type { Texts } from '../languages/texts.ts'
import { ask, isAsked } from '../orderRequests/askRequests.queries.ts'
import { actsOf, findingsOf, warningsOf } from '../pageFacts/customerMay.ts'
import * as pages from '../pageFacts/pageFacts.queries.ts'
import { customerActor } from '../publicPages/customerAccount.queries.ts'
import * as visitorUploads from '../publicPages/visitorUploads.queries.ts'
import { offeredOf, readOffered } from './offeredWindows.ts'

/** What each form of the page sends besides files. */
const forms = {
  /** What they have seen of what the check found. */
  approve: z.strictObject({ version: z.coerce.number(), findings: z.string().max(100).default('') }),
  note: z.strictObject({ version: z.coerce.number(), note: text(500) }),
  recipient: z.strictObject({ version: z.coerce.number(), recipient: text(100) }),
  /** The two times of a window. */
  window: z.strictObject({ version: z.coerce.number(), window: z.string().max(100) }),
  cancel: z.strictObject({ version: z.coerce.number(), reason: optionalText(500).default('') }),
  again: z.strictObject({ version: z.coerce.number(), message: optionalText(500).default('') }),
  /** A file that was sent, at the price that was shown. */
  confirm: z.strictObject({
    version: z.coerce.number(),
    place: z.coerce.number(),
    upload: z.uuid(),
    payable: z.coerce.number(),
    proof: z.string().max(300),
  }),
} as const

type Form<A extends keyof typeof forms> = z.output<(typeof forms)[A]>

const read = async <A extends keyof typeof forms>(request: FastifyRequest, act: A): Promise<Form<A>> => {
  const endpoint = {
    method: 'POST',
    url: '',
    config: { access: 'public', multipart: true, summary: '' },
    schema: { form: forms[act], response: {} },
  } as const
  return (await readForm(request, endpoint)).fields
}

/** A file that was sent in place of another one, with what it would cost, to be confirmed. */
export type Replacement = {
  /** Of the file that it replaces, from 1. */
  place: number
  upload: string
  name: string
  page_count: number
  warnings: string[]
  payable: number
  before: number
  version: number
  /** That this customer has sent it: valid for some minutes. */
  proof: string
}

/** The texts of whoever reads the page of an order. */
type TextsOf = (source: pages.PageSource) => Texts

const noLonger = () => conflict('This can no longer be changed here. Please ask the shop.', 'not_allowed')
const changedMeanwhile = () =>
  conflict('Your order has changed meanwhile. Look at it again, then try once more.', 'stale')

export function createCustomerActs(dependencies: Dependencies) {
  const { pool, signer } = dependencies
  const proofOf = (order: string, upload: string) => `customer upload ${order} ${upload}`

  /**
   * Runs `work` with the order locked, if the customer may do this now; `version` is of the page that they saw. What `isDone`
   * already is not done again: after a second tap a browser shows the second answer alone.
   */
  const act = (
    request: FastifyRequest,
    order: string,
    wanted: CustomerAct,
    version: number | undefined,
    work: (tx: Transaction, source: pages.PageSource) => Promise<unknown>,
    isDone: (tx: Transaction, source: pages.PageSource) => boolean | Promise<boolean> = () => false,
  ): Promise<unknown> =>
    inActorTransaction(pool, request, async (tx) => {
      await pages.lock(tx, order)
      const source = await readOffered(tx, order)
      if (await isDone(tx, source)) return undefined
      if (version !== undefined && source.order.version !== version) throw changedMeanwhile()
      if (!actsOf(source).includes(wanted)) throw noLonger()
      return work(tx, source)
    })

  /** The rules of the office’s own change apply. */
  const change = (tx: Transaction, order: string, patch: OrderUpdate) =>
    updateOrder(tx, customerActor, order, patch, new Map())

  /** Adds a line to the notes, which whoever prints and delivers reads; `without` is a line that it replaces. */
  const addLine = (tx: Transaction, { order }: pages.PageSource, line: string, without?: RegExp) => {
    const kept = order.notes.split('\n').filter((each) => each !== '' && !without?.test(each))
    const notes = [...kept, line].join('\n')
    if (notes.length > 2000) throw invalid('note', 'There is no room for more notes. Please call the shop.')
    return change(tx, order.id, { notes })
  }

  /** Adds a line, whatever else has changed since its page was seen: what was typed meanwhile is not lost. */
  const addOnce = (
    request: FastifyRequest,
    order: string,
    wanted: 'note' | 'recipient',
    line: string,
    without?: RegExp,
  ) =>
    act(
      request,
      order,
      wanted,
      undefined,
      (tx, source) => addLine(tx, source, line, without),
      (_, { order: { notes } }) => `\n${notes}\n`.includes(`\n${line}\n`),
    )

  return {
    async approve(request: FastifyRequest, order: string) {
      const seen = await read(request, 'approve')
      const isSeen = (facts: pages.PageFacts) => findingsOf(facts) === seen.findings
      const approve = async (tx: Transaction, { order: facts }: pages.PageSource) => {
        if (!isSeen(facts)) throw changedMeanwhile()
        for (const file of facts.files) {
          const warnings = warningsOf(file, facts)
          if (warnings.length === 0 || !(await pages.approveFile(tx, file.id, warnings))) continue
          const note = `Print ${file.name} as it is, although: ${warnings.join('; ')}`
          await addNote(tx, customerActor.id, order, note.slice(0, 1000))
        }
      }
      await act(request, order, 'approve', undefined, approve, (_, { order: facts }) => {
        const found = facts.files.filter((file) => warningsOf(file, facts).length > 0)
        return found.length > 0 && found.every((file) => file.approved_at !== null) && isSeen(facts)
      })
    },

    async note(request: FastifyRequest, order: string) {
      const { note } = await read(request, 'note')
      await addOnce(request, order, 'note', `Customer: ${note}`)
    },

    async recipient(request: FastifyRequest, order: string) {
      const { recipient } = await read(request, 'recipient')
      await addOnce(request, order, 'recipient', `Hand to: ${recipient.replace(/\s+/g, ' ')}`, /^Hand to: /)
    },

    /** Agrees to another of the shop's windows, if it is still free. */
    async window(request: FastifyRequest, order: string) {
      const { version, window } = await read(request, 'window')
      const [window_from = '', promised_at = ''] = window.split(' ')
      const isWanted = (one: Pick<pages.PageFacts, 'window_from' | 'promised_at'>) =>
        one.window_from === window_from && one.promised_at === promised_at
      const choose = async (tx: Transaction, source: pages.PageSource) => {
        await lockWindows(tx)
        const free = await offeredOf(tx, source.order, await freeWindows(tx, order))
        if (!free.some(isWanted))
          throw conflict('This time is no longer free. Please choose another one.', 'not_free')
        await change(tx, order, { window_from, promised_at })
      }
      await act(request, order, 'window', version, choose, (_, source) => isWanted(source.order))
    },

    /** Cancels it, or asks the shop to, as Configuration says. */
    async cancel(request: FastifyRequest, order: string) {
      const { version, reason } = await read(request, 'cancel')
      let done = 'asked'
      const cancel = async (tx: Transaction, { configuration }: pages.PageSource) => {
        const said = reason && `: ${reason}`
        if (configuration.customer_cancels === 'directly') {
          done = 'cancelled'
          await change(tx, order, { status: 'cancelled', note: `Cancelled by the customer${said}` })
          return
        }
        await ask(tx, { kind: 'cancel', order, message: reason })
        await addNote(tx, customerActor.id, order, `Asks to cancel this order${said}`)
      }
      await act(request, order, 'cancel', version, cancel, (tx, { order: { status } }) => {
        if (status === 'cancelled') done = 'cancelled'
        return status === 'cancelled' || isAsked(tx, { kind: 'cancel', order, message: reason })
      })
      return done
    },

    async again(request: FastifyRequest, order: string) {
      const { message } = await read(request, 'again')
      const asked = { kind: 'again', order, message } as const
      const again = async (tx: Transaction) => {
        await ask(tx, asked)
        await addNote(tx, customerActor.id, order, 'Asks for the same order again')
      }
      await act(request, order, 'again', undefined, again, (tx) => isAsked(tx, asked))
    },

    async report(request: FastifyRequest, order: string) {
      await createComplaint(
        { request, actor: customerActor, params: { id: order }, byCustomer: true },
        complaintContract,
        dependencies,
      )
    },

    /** Keeps a file that is to replace another one, and says what the order would cost with it. */
    replace: (request: FastifyRequest, order: string, textsOf: TextsOf): Promise<Replacement> =>
      withPrintFiles(request, dependencies, ['version', 'place'], async ({ fields, files }) => {
        const [file] = files
        // A browser sends a file input that was left empty as a file without bytes.
        if (!file || files.length > 1 || file.size === 0) throw invalid('files', 'Choose a file')
        const source = await pages.readSource(pool, order)
        if (!actsOf(source).includes('files')) throw noLonger()
        const place = Number(fields.get('place'))
        if (!source.order.files[place - 1]) throw invalid('place', 'Choose which file it replaces')
        const network = networkOf(request.clientAddress)
        await visitorUploads.refuseMany(pool, network, file.size)
        return withStoredFiles(request, dependencies, files, async (stored) => {
          const [own] = stored
          if (!own) throw new Error('A stored file is missing')
          await inActorTransaction(pool, request, (tx) => visitorUploads.create(tx, stored, network))
          const body = { files: filesWith(source, place, own.id) }
          const asked = { request, actor: customerActor, params: { id: order }, body }
          // As it is confirmed.
          const { now, order_day } = await priceOrder(dependencies, asked, ['order_day'])
          return {
            place,
            upload: own.id,
            name: own.name,
            page_count: own.page_count,
            warnings: await findWarnings(own.id, source, textsOf(source)),
            payable: order_day?.payable ?? 0,
            before: now.payable ?? 0,
            version: source.order.version,
            proof: signer.sign(proofOf(order, own.id)),
          }
        })
      }),

    /** Puts a file that was kept in the place of another one, at the price that the customer has seen. */
    async confirm(request: FastifyRequest, order: string) {
      const fields = await read(request, 'confirm')
      const proof = new URLSearchParams(fields.proof)
      const isTheirs = signer.check(
        proofOf(order, fields.upload),
        proof.get('expires') ?? '',
        proof.get('signature') ?? '',
      )
      if (!isTheirs) throw forbidden('This took too long. Please send the file again.')
      const seen = await pages.readSource(pool, order)
      const patch = { files: filesWith(seen, fields.place, fields.upload) }
      const reports = await readReports(dependencies, customerActor, order, patch)
      const confirm = async (tx: Transaction) => {
        const changed = await updateOrder(tx, customerActor, order, patch, reports)
        if ((changed.toJSON() as { payable: number }).payable !== fields.payable) throw changedMeanwhile()
      }
      await act(request, order, 'files', fields.version, confirm, (_, { order: { files } }) =>
        files.some(({ id }) => id === fields.upload),
      )
    },
  }

  function filesWith({ order }: pages.PageSource, place: number, upload: string) {
    if (!order.files[place - 1]) throw invalid('place', 'Choose which file it replaces')
    return order.files.map(({ id, page_ranges }, at) =>
      // Another file has other pages, so it is printed as a whole.
      at === place - 1 ? { id: upload } : { id, page_ranges },
    )
  }

  async function findWarnings(file: string, { order }: pages.PageSource, texts: Texts): Promise<string[]> {
    try {
      return preflightWarnings(await preflightFile(dependencies, file), order.paper_size, texts.fill)
    } catch (error) {
      if (error instanceof NotChecked) return [texts.refusal(error.message) ?? error.message]
      throw error
    }
  }
}
