import { type CustomerImport, listSkippedCustomers } from '@our-print/contract/people/customerImports.ts'
import { ReportLine, SkippedLines } from '../../base/csvImport/SkippedLines.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { customers } from './importTexts.ts'

/** The result of an import or its check: new and updated customers, and skipped lines with their reasons. */
export function CustomerImportReport({ result }: { result: CustomerImport }) {
  const { id, created, updated, unchanged, skipped_count, skipped } = result
  return (
    <Stack as="output" gap={2} aria-label={id ? 'What was imported' : 'Result of the check'}>
      {created > 0 && <ReportLine text={`${customers(created)} ${id ? 'added' : 'will be added'}`} />}
      {updated > 0 && <ReportLine text={`${customers(updated)} ${id ? 'updated' : 'will be updated'}`} />}
      {unchanged > 0 && (
        <Text tone="muted">
          {customers(unchanged)} already {unchanged === 1 ? 'has' : 'have'} all that is in the file
        </Text>
      )}
      {created + updated === 0 && !id && (
        <Text strong>
          {skipped_count > 0 && unchanged === 0
            ? 'No line of this file can be imported.'
            : 'There is nothing new in this file.'}
        </Text>
      )}
      <SkippedLines
        column={{ title: 'Customer', name: 'customer' }}
        skipped={skipped.map(({ line, customer, reason }) => ({ line, about: customer, reason }))}
        total={skipped_count}
        url={id ? listSkippedCustomers.url.replace(':id', id) : undefined}
      />
    </Stack>
  )
}
