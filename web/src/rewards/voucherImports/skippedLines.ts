import { csvCell } from '@our-print/contract/csvCell.ts'
import { listSkippedLines, type VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { downloadCsv, offerDownload } from '../../base/api/download.ts'

/** Downloads the skipped lines: all of them from the server, or after a check those of its response. */
export async function saveSkipped({ id, skipped }: VoucherImport): Promise<void> {
  if (id) await downloadCsv(listSkippedLines.url.replace(':id', id), {}, () => {})
  else offerDownload(new Blob([csvOf(skipped)], { type: 'text/csv' }), 'skipped-lines.csv')
}

const csvOf = (lines: VoucherImport['skipped']) =>
  [
    'line,voucher_code,reason',
    ...lines.map(({ line, voucher_code, reason }) =>
      [String(line), csvCell(voucher_code), csvCell(reason)].join(','),
    ),
  ].join('\r\n')
