import type { Language } from '@our-print/contract/customer/languages.ts'
import {
  type RequestedOrder,
  requestMegabytes,
  type Visitor,
} from '@our-print/contract/customer/orderRequests.ts'
import { priceInPaise } from '@our-print/contract/orders/price.ts'
import { preflightWarnings } from '@our-print/contract/printing/preflightWarnings.ts'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../base/database/db.ts'
import { networkOf } from '../../base/http/clientAddress.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { visitorOf } from '../../base/http/idempotency.ts'
import type { Signer } from '../../base/http/links.ts'
import { invalid, notFound, tooLarge } from '../../base/http/problem.ts'
import { inActorTransaction, withIdempotentWrite } from '../../base/http/route.ts'
import { taxOn } from '../../money/invoices/addedTax.queries.ts'
import * as invoiceSettings from '../../money/invoices/invoiceSettings.queries.ts'
import { withStoredFiles } from '../../orders/receiveFiles.ts'
import { whyTooDear } from '../../orders/tooDear.ts'
import type { PrintFile } from '../../printing/office/officeConverter.ts'
import { preflightFile } from '../../printing/preflight/preflightFile.ts'
import { NotChecked } from '../../printing/prepress/preflighter.ts'
import { readReports } from '../../printing/sheets/documents.ts'
import { planSheets, withRanges } from '../../printing/sheets/planSheets.ts'
import * as sheets from '../../printing/sheets/sheets.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import type { Reader } from '../languages/reader.ts'
import { textsIn } from '../languages/texts.ts'
import { customerActor, ensureAccount } from '../publicPages/customerAccount.queries.ts'
import * as visitorUploads from '../publicPages/visitorUploads.queries.ts'
import * as confirmations from './confirmations.queries.ts'
import * as requests from './orderRequests.queries.ts'

/** A file of a visitor, as it was measured. */
export type MeasuredFile = {
  id: string
  name: string
  page_count: number
  color_pages: number | null
  warnings: string[]
}
export type Measured = {
  files: MeasuredFile[]
  sheets: number
  amount: number
  /** Why no order of it could be taken in. */
  refusal: string | undefined
}

/** 404 where the shop takes no orders by link; else the configuration. */
export async function checkOpen({ pool }: Pick<Dependencies, 'pool'>) {
  const configuration = await configurations.get(pool)
  if (configuration.order_intake === 'off') throw notFound('Page')
  return configuration
}

/** Keeps files that a visitor sent, as uploads, which go within an hour if no request takes them; `before`: those they sent earlier. */
export async function keepFiles(
  request: FastifyRequest,
  dependencies: Dependencies,
  files: PrintFile[],
  before: readonly string[] = [],
): Promise<string[]> {
  const { pool } = dependencies
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const bytesBefore = before.length > 0 ? await visitorUploads.bytesOf(pool, before) : 0
  if (bytes + bytesBefore > requestMegabytes * 1024 * 1024) throw tooLarge()
  if (files.length === 0) return []
  const network = networkOf(request.clientAddress)
  // Before anything is stored; again when the rows are written.
  await visitorUploads.refuseMany(pool, network, bytes)
  request.actor = customerActor
  await ensureAccount(pool)
  return withStoredFiles(request, dependencies, files, async (stored) => {
    await inActorTransaction(pool, request, (tx) => visitorUploads.create(tx, stored, network))
    return stored.map(({ id }) => id)
  })
}

/** What an order of these files would print, with what the check found, and what it would cost, in paise. */
export async function measure(
  dependencies: Dependencies,
  ids: string[],
  wanted: Omit<RequestedOrder, 'title'>,
  texts = textsIn('en'),
): Promise<Measured> {
  const { pool } = dependencies
  const files = await sheets.findFiles(pool, ids)
  if (files.length < ids.length || files.length === 0) throw invalid('files', 'Add at least one file')
  const options = { ...wanted, layout: '1-up', fit: 'shrink', bundle: false } as const
  const plan = planSheets(withRanges(files, []), options, await readReports(dependencies, files, options))
  const paid = { ...options, pages: plan.paid_sides, color_pages: plan.paid_color_sides }
  const [prices, taxes] = [await configurations.get(pool), await invoiceSettings.get(pool)]
  const price = priceInPaise(paid, prices)
  const priced = { ...paid, lines: [], is_by_plan: false, amount: price, discount: 0 }
  const tax = await taxOn(pool, priced, { prices, taxes })
  const measured = await Promise.all(
    files.map(async ({ id, name, page_count }) => ({ id, name, page_count, ...(await check(id)) })),
  )
  const amount = price + (tax ?? 0)
  return { files: measured, sheets: plan.sheets * wanted.copies, amount, refusal: whyTooDear(amount) }

  async function check(id: string) {
    try {
      const report = await preflightFile(dependencies, id)
      return {
        color_pages: report.color_pages.count,
        warnings: preflightWarnings(report, wanted.paper_size, texts.fill),
      }
    } catch (error) {
      if (error instanceof NotChecked)
        return { color_pages: null, warnings: [texts.refusal(error.message) ?? error.message] }
      throw error
    }
  }
}

type Asked = {
  visitor: Visitor
  wanted: RequestedOrder
  files: string[]
  amount: number
  /** Of the message with the code. */
  language: Language
}

type Kept = ({ number: number } | { confirmation: string }) & Pick<Asked, 'amount'>

/**
 * Keeps a request of a visitor; where a message can bring them a code, only once they have typed it. A retry sends `body`
 * again; what it uploaded a second time goes within a day.
 */
export const keepRequest = (
  request: FastifyRequest,
  { pool }: Dependencies,
  asked: Asked,
  body: unknown,
): Promise<Kept> => {
  request.actor = customerActor
  const keep = async (tx: Transaction): Promise<Kept> => {
    const network = networkOf(request.clientAddress)
    const confirmation = await confirmations.create(tx, { ...asked, network })
    const kept = confirmation === undefined ? await requests.create(tx, asked) : { confirmation }
    return { ...kept, amount: asked.amount }
  }
  return withIdempotentWrite(pool, request, body, keep, visitorOf(request))
}

/** Proofs that a visitor is the one who asked for what a code confirms. */
export function createConfirmationProofs(signer: Signer) {
  const nameOf = (id: string) => `request confirmation ${id}`
  const of = (id: string) => `${id}?${signer.sign(nameOf(id))}`
  return {
    of,
    /** The page on which they type the code. */
    pageOf: (id: string, query: Reader['query'] = '') =>
      `/order/confirm${query || '?'}${query && '&'}proof=${encodeURIComponent(of(id))}`,
    /** What a proof is of; undefined where it is none, or too old. */
    read(proof: string): string | undefined {
      const [id = '', query = ''] = proof.split('?')
      const sent = new URLSearchParams(query)
      const isGenuine = signer.check(nameOf(id), sent.get('expires') ?? '', sent.get('signature') ?? '')
      return isGenuine ? id : undefined
    },
  }
}
