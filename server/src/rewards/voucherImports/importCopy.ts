import { copyLine } from '../../base/database/copyText.ts'
import { formatCode, type ImportedLine } from './importCells.ts'

// Limits the memory: when the map is full it is cleared, and a kind gets a new number.
const maxCachedKinds = 10_000

/**
 * Formats lines for COPY: `line, voucher_code, kind, voucher_detail, cost, reason`. Lines with the same detail and cost
 * have the same number as kind; only the first of them carries the detail and the cost.
 */
export function createCopyWriter() {
  const kinds = new Map<string, number>()
  let lastKind = ''
  let lastNumber = 0
  let numbers = 0

  function write({ line, voucher_code, voucher_detail, cost, reason }: ImportedLine): string {
    if (reason !== undefined) return copyLine([line, formatCode(voucher_code), null, null, null, reason])
    const kind = `${cost} ${voucher_detail}`
    const known = kind === lastKind ? lastNumber : kinds.get(kind)
    lastKind = kind
    if (known !== undefined) {
      lastNumber = known
      return copyLine([line, voucher_code, known, null, null, null])
    }
    if (kinds.size >= maxCachedKinds) kinds.clear()
    lastNumber = ++numbers
    kinds.set(kind, lastNumber)
    return copyLine([line, voucher_code, lastNumber, voucher_detail, cost, null])
  }

  return (lines: ImportedLine[]): string => lines.map(write).join('')
}
