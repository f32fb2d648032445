import type { UploadedLine } from './uploadCells.ts'
import { showCode } from './uploadCells.ts'

// Beyond so many kinds of voucher in one file they are numbered anew: a memory that is bounded, whatever the file.
const kindsRemembered = 10_000

/**
 * Writes lines as COPY reads them: `line, voucher_code, kind, voucher_detail, cost, reason`. Lines of the same details
 * and cost have one kind, a number; the first of them carries what it stands for.
 */
export function createCopyWriter() {
  const kinds = new Map<string, number>()
  let lastKind = ''
  let lastNumber = 0
  let numbers = 0

  function write({ line, voucher_code, voucher_detail, cost, reason }: UploadedLine): string {
    if (reason !== undefined)
      return `${line}\t${escape(showCode(voucher_code))}\t\\N\t\\N\t\\N\t${escape(reason)}\n`
    const kind = `${cost} ${voucher_detail}`
    if (kind === lastKind) return `${line}\t${escape(voucher_code)}\t${lastNumber}\t\\N\t\\N\t\\N\n`
    lastKind = kind
    const known = kinds.get(kind)
    if (known !== undefined) {
      lastNumber = known
      return `${line}\t${escape(voucher_code)}\t${known}\t\\N\t\\N\t\\N\n`
    }
    if (kinds.size >= kindsRemembered) kinds.clear()
    lastNumber = ++numbers
    kinds.set(kind, lastNumber)
    return `${line}\t${escape(voucher_code)}\t${lastNumber}\t${escape(voucher_detail)}\t${cost}\t\\N\n`
  }

  return (lines: UploadedLine[]): string => lines.map(write).join('')
}

const special: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escape = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => special[character] ?? '') : text
