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

/** What a file is by its content, whatever it is called, and how many pages it prints. */
export async function inspectFile(
  path: string,
  name: string,
  counter: PageCounter,
): Promise<{ content_type: CheckedType; page_count: number }> {
  const content_type = typeOf(await beginning(path))
  if (!content_type) throw new FileRefused(name, 'is not a PDF, PNG or JPEG file')
  try {
    return { content_type, page_count: await counter.count(path, content_type) }
  } catch (error) {
    throw error instanceof PagesRefused ? new FileRefused(name, error.message) : error
  }
}

async function beginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Archives, programs, pages and pictures that could carry a PDF further in, to be taken for something else. */
const otherKinds = /^(GIF8|PK|MZ|\x7fELF|RIFF|Rar!|7z|BM|II\*|MM\0|#!|(\xef\xbb\xbf)?\s*<)/

function typeOf(start: string): CheckedType | undefined {
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  // Mail gateways and printer drivers put lines before the header; every viewer looks for it this far.
  if (start.includes('%PDF-') && !otherKinds.test(start)) return 'application/pdf'
  return undefined
}
