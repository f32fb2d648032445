import Box from '@mui/material/Box'
import type { AuditEntry } from '@our-print/contract/shop/audit.ts'
import { plural } from '../../base/format/format.ts'
import { changesOf, changeText } from './auditTexts.ts'

const shown = 3

/** What an entry changed, a line for each field; more than a few are behind a click. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const lines = changesOf(entry).map(changeText)
  const first = lines.length > shown + 1 ? lines.slice(0, shown) : lines
  const rest = lines.slice(first.length)
  if (!entry.before && !entry.after) return null
  if (lines.length === 0)
    return <span>{entry.action === 'export' ? 'The whole list' : 'Nothing a person sees'}</span>
  return (
    <Box sx={{ py: { md: 1 }, whiteSpace: 'normal', overflowWrap: 'anywhere', typography: 'body2' }}>
      {first.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {rest.length > 0 && (
        <details>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', py: { xs: 1, md: 0 } }}>
            {plural(rest.length, 'more field')}
          </Box>
          {rest.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </details>
      )}
    </Box>
  )
}
