import { listSkippedLines, type VoucherImport } from '@our-print/contract/voucherImports.ts'
import { downloadCsv, offerDownload } from '../api/download.ts'

/** Saves the lines that an import left out: all of them from the server, or after a mere look those at hand. */
export async function saveSkipped({ id, skipped }: VoucherImport): Promise<void> {
  if (id) await downloadCsv(listSkippedLines.url.replace(':id', id), {}, () => {})
  else offerDownload(new Blob([csvOf(skipped)], { type: 'text/csv' }), 'skipped-lines.csv')
}

const csvOf = (lines: VoucherImport['skipped']) =>
  [
    'line,voucher_code,reason',
    ...lines.map(({ line, voucher_code, reason }) =>
      [String(line), cell(voucher_code), cell(reason)].join(','),
    ),
  ].join('\r\n')

/** What a spreadsheet would run as a formula is defused. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
