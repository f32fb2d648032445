import { open } from 'node:fs/promises'
import { Problem } from '../http/problem.ts'
import type { CheckedType } from './checkingProcess.ts'
import { type PageCounter, PagesRefused } from './pdfPages.ts'

/** A file that the shop cannot print; the message names it. */
export class FileRefused extends Problem {
  constructor(name: string, why: string) {
    const message = `${name} ${why}`
    super(400, 'file_refused', message, { fields: [{ message, context: { key: 'files' } }] })
  }
}

/** The type of a file (its bytes or its path) by its content, whatever its name, and its number of pages. */
export async function inspectFile(
  content: Buffer | string,
  name: string,
  counter: PageCounter,
): Promise<{ content_type: CheckedType; page_count: number }> {
  const content_type = await detectType(content, name)
  try {
    return { content_type, page_count: await counter.count(content, content_type) }
  } catch (error) {
    throw error instanceof PagesRefused ? new FileRefused(name, error.message) : error
  }
}

const startBytes = 1024

/** The type of a file by its first bytes; refuses other types. */
export async function detectType(content: Buffer | string, name: string): Promise<CheckedType> {
  const content_type = typeOf(await readStart(content))
  if (!content_type) throw new FileRefused(name, 'is not a PDF, PNG or JPEG file')
  return content_type
}

async function readStart(content: Buffer | string): Promise<string> {
  if (Buffer.isBuffer(content)) return content.toString('latin1', 0, startBytes)
  const file = await open(content)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Signatures of archives, programs, web pages and images, which could have a PDF header further in. */
const otherSignatures = /^(GIF8|PK|MZ|\x7fELF|RIFF|Rar!|7z|BM|II\*|MM\0|#!|(\xef\xbb\xbf)?\s*<)/

function typeOf(start: string): CheckedType | undefined {
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  // Mail gateways and printer drivers put lines before the header; every viewer searches the first 1,024 bytes.
  if (start.includes('%PDF-') && !otherSignatures.test(start)) return 'application/pdf'
  return undefined
}
