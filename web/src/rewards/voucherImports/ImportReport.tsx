import { listSkippedLines, type VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import { ReportLine, SkippedLines } from '../../base/csvImport/SkippedLines.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { codes } from './uploadForm.ts'

/** The result of an import or its check: stored codes, and skipped lines with their reasons. */
export const ImportReport = ({
  result: { id, imported, skipped_count, skipped },
}: {
  result: VoucherImport
}) => (
  <Stack as="output" gap={2} aria-label={id ? 'What was imported' : 'Result of the check'}>
    {imported > 0 && <ReportLine text={`${codes(imported)} ${id ? 'imported' : 'can be imported'}`} />}
    {imported === 0 && !id && (
      <Text strong>
        {skipped_count > 0 ? 'No line of this file can be imported.' : 'There are no codes in this file.'}
      </Text>
    )}
    <SkippedLines
      column={{ title: 'Code', name: 'voucher_code' }}
      skipped={skipped.map(({ line, voucher_code, reason }) => ({ line, about: voucher_code, reason }))}
      total={skipped_count}
      url={id ? listSkippedLines.url.replace(':id', id) : undefined}
    />
  </Stack>
)
