import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import type { Resources } from '../../base/http/dependencies.ts'
import { drawModules, point, printable, shorten } from '../../rewards/qrCodes/drawCode.ts'
import { findTicket, type Ticket } from './printerQueue.queries.ts'

export type CoverDependencies = Pick<Resources, 'pool' | 'links' | 'uploadFolder'>

type CoveredJob = { id: string; number: number; copies: number; paper_size: string }

/** Puts the job ticket of a job into a PDF file, for as long as `use` runs. */
export async function withCover<T>(
  { pool, links, uploadFolder }: CoverDependencies,
  job: CoveredJob,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const ticket = await findTicket(pool, job.id)
  const path = join(uploadFolder, randomUUID())
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  try {
    const url = links.to(`/print/${ticket.order}`)
    await pipeline(drawCover(ticket, job, url), createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

const colorTexts: Record<string, string> = { bw: 'Black and white', color: 'Colour', mixed: 'Mixed colour' }

/** One page: the code of the order, and what a person at the printer must know. */
export function drawCover(
  ticket: Ticket,
  { number, copies, paper_size }: Pick<CoveredJob, 'number' | 'copies' | 'paper_size'>,
  url: string,
): PDFKit.PDFDocument {
  const size = paper_size === 'Letter' ? 'LETTER' : paper_size
  const document = new Pdf({ size, margin: 20 * point, info: { Title: `Order ${ticket.number}` } })
  const { width } = document.page
  const left = 20 * point
  const room = width - 2 * left
  const { data } = encode(url, { ecc: 'H', border: 0 })
  const side = 45 * point
  drawModules(document, data, side / data.length, { left: width - left - side, top: left })

  const line = (text: string, fontSize: number, font = 'Helvetica', widest = room) => {
    document.font(font).fontSize(fontSize)
    document.text(shorten(document, printable(text), widest), { lineBreak: false })
    document.moveDown(1.3)
    document.x = left
  }
  const besideCode = room - side - 8 * point
  line('Order', 12, 'Helvetica', besideCode)
  line(String(ticket.number), 48, 'Helvetica-Bold', besideCode)
  line(ticket.first_name, 20, 'Helvetica', besideCode)
  document.y = Math.max(document.y, left + side + 10 * point)
  line(ticket.title, 20, 'Helvetica-Bold')
  if (ticket.promised !== null) line(`Promised for ${ticket.promised}`, 16, 'Helvetica-Bold')
  const { place, files } = ticket
  if (ticket.file !== null) line(`Order ${ticket.number}, file ${place} of ${files}: ${ticket.file}`, 14)
  line(
    [
      `${copies} ${copies === 1 ? 'copy' : 'copies'}`,
      colorTexts[ticket.color] ?? ticket.color,
      ticket.sides === 'double' ? 'double-sided' : 'single-sided',
      paper_size,
      ...(ticket.binding === 'none' ? [] : [`${ticket.binding} binding`]),
    ].join(', '),
    14,
  )
  line(`Print job ${number}`, 11)
  if (ticket.notes) {
    document.moveDown(1).font('Helvetica').fontSize(12)
    document.text(printable(ticket.notes).slice(0, 600), left, document.y, {
      width: room,
      height: 80 * point,
    })
  }
  document.end()
  return document
}
