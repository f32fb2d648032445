import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Language } from '@our-print/contract/customer/languages.ts'
import { ticketPath } from '@our-print/contract/orders/scannedText.ts'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import { drawText, type Face, mirror, shorten } from '../../base/files/pdfText.ts'
import type { Resources } from '../../base/http/dependencies.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import type { Sentence } from '../../customer/languages/sentences.ts'
import { type Texts, textsIn } from '../../customer/languages/texts.ts'
import { drawModules, point } from '../../rewards/qrCodes/drawCode.ts'
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
  const language = await languageOf(pool, null)
  const path = join(uploadFolder, randomUUID())
  await mkdir(uploadFolder, { recursive: true, mode: 0o700 })
  try {
    const url = links.to(ticketPath(ticket.order, ticket.code))
    await pipeline(drawCover(ticket, job, url, language), createWriteStream(path, { mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

const colors: Record<string, Sentence> = { bw: 'Black and white', color: 'Colour', mixed: 'Mixed colour' }
const bindings: Record<string, Sentence> = {
  staple: 'staple binding',
  spiral: 'spiral binding',
  hard: 'hard binding',
}

/** Until when the order is promised, as the shop writes it. */
function promiseOf({ promised, promised_at, window_from, time_zone }: Ticket, texts: Texts): string | null {
  if (promised_at === null || texts.language === 'en') return promised
  return window_from
    ? texts.window({ window_from, promised_at }, time_zone)
    : texts.time(promised_at, time_zone)
}

/** One page: the code of the order, and what a person at the printer must know. */
export function drawCover(
  ticket: Ticket,
  { number, copies, paper_size }: Pick<CoveredJob, 'number' | 'copies' | 'paper_size'>,
  url: string,
  language: Language,
): PDFKit.PDFDocument {
  const texts = textsIn(language)
  const { say, word } = texts
  const size = paper_size === 'Letter' ? 'LETTER' : paper_size
  const document = new Pdf({
    size,
    margin: 20 * point,
    info: { Title: say('Order {number}', { number: ticket.number }) },
  })
  const { width } = document.page
  const left = 20 * point
  const room = width - 2 * left
  const { data } = encode(url, { ecc: 'H', border: 0 })
  const side = 45 * point
  const isMirrored = texts.direction === 'rtl'
  drawModules(document, data, side / data.length, {
    left: isMirrored ? left : width - left - side,
    top: left,
  })
  if (isMirrored) mirror(document)

  const line = (text: string, fontSize: number, face: Face = 'Helvetica', widest = room) => {
    document.fontSize(fontSize)
    drawText(document, shorten(document, text, face, widest), face, { left })
    document.moveDown(1.3)
    document.x = left
  }
  const besideCode = room - side - 8 * point
  line(say('Order|its number follows'), 12, 'Helvetica', besideCode)
  line(String(ticket.number), 48, 'Helvetica-Bold', besideCode)
  line(ticket.first_name, 20, 'Helvetica', besideCode)
  document.y = Math.max(document.y, left + side + 10 * point)
  line(ticket.title, 20, 'Helvetica-Bold')
  const time = promiseOf(ticket, texts)
  if (time !== null) line(say('Promised for {time}', { time }), 16, 'Helvetica-Bold')
  const { number: order, place, files, file: name } = ticket
  if (name !== null)
    line(say('Order {number}, file {place} of {files}: {name}', { number: order, place, files, name }), 14)
  line(
    [
      texts.count('copies', copies),
      word(colors[ticket.color] ?? ticket.color),
      say(ticket.sides === 'double' ? 'Double-sided' : 'Single-sided').toLowerCase(),
      paper_size,
      ...(ticket.binding === 'none' ? [] : [word(bindings[ticket.binding] ?? ticket.binding)]),
    ].join(', '),
    14,
  )
  line(say('Print job {number}', { number }), 11)
  if (ticket.notes) {
    document.moveDown(1).fontSize(12)
    drawText(document, ticket.notes.slice(0, 600), 'Helvetica', { left, width: room, height: 80 * point })
  }
  document.end()
  return document
}
