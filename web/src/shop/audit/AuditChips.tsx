import Box from '@mui/material/Box'
import { Close } from '../../base/icons/frame.tsx'
import type { ListState } from '../../base/list/useListState.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'

type Chosen = 'entity_id' | 'request_id'

const texts: Record<Chosen, string> = { entity_id: 'One record', request_id: 'One request' }

/** The filters that have no field: they come with a link from a record or an entry. */
export function AuditChips({ list }: { list: Pick<ListState<Chosen>, 'filters' | 'setFilter'> }) {
  const chosen = (['entity_id', 'request_id'] as const).filter((name) => list.filters[name])
  if (chosen.length === 0) return null
  return (
    <Box component="section" aria-label="Active filters" sx={{ display: 'flex', gap: 0.75, mb: 1.5 }}>
      {chosen.map((name) => (
        <SecondaryButton
          key={name}
          size="small"
          endIcon={<Close />}
          aria-label={`Remove: ${texts[name]}`}
          onClick={() => list.setFilter(name, null)}
          sx={{ minHeight: { xs: 40, md: 28 } }}
        >
          {texts[name]}
        </SecondaryButton>
      ))}
    </Box>
  )
}
