import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { isSearchable } from '@our-print/contract/shop/searchQuery.ts'
import type { ReactNode } from 'react'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { lookOf } from './entries.ts'
import type { FoundRecords } from './useFound.ts'

type Props = {
  found: FoundRecords
  /** The typed text. */
  searchText: string
  /** Whether anything is listed. */
  hasOptions: boolean
}

/** What is to be said about the records that are not listed. */
export function PaletteNotes({ found, searchText, hasOptions }: Props) {
  const { error, isSearching, late, results, retry } = found
  if (error)
    return (
      <Note role="alert" action={<Retry onClick={retry} />}>
        Records could not be searched. {error.message}
      </Note>
    )
  if (isSearching && results.length === 0) return <Searching />
  if (late.length > 0)
    return (
      <Note action={<Retry onClick={retry} />}>
        {listOf(late.map((kind) => lookOf(kind).label))} took too long and may be missing.
      </Note>
    )
  if (hasOptions || searchText === '') return null
  return isSearchable(searchText) ? (
    <Empty title={`Nothing found for “${searchText}”`}>
      Try a name, an order number, the last digits of a phone number or a code.
    </Empty>
  ) : (
    <Empty title="Keep typing">Records are searched from two characters on, or by a digit.</Empty>
  )
}

const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ px: 3, py: 5, textAlign: 'center', color: 'text.secondary' }}>
    <Box
      component="p"
      sx={{ m: 0, mb: 0.5, typography: 'subtitle1', color: 'text.primary', overflowWrap: 'anywhere' }}
    >
      {title}
    </Box>
    {children}
  </Box>
)

/** 'Orders, leads and coupons' */
function listOf([first = '', ...names]: string[]) {
  const others = names.map((name) => (name.startsWith('QR') ? name : name.toLowerCase()))
  const last = others.pop()
  return last ? `${[first, ...others].join(', ')} and ${last}` : first
}

const Note = ({ action, children, role }: { action: ReactNode; children: ReactNode; role?: string }) => (
  <Box
    {...(role && { role })}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      m: 1,
      px: 1.5,
      py: 1,
      borderRadius: 1,
      bgcolor: 'action.hover',
      typography: 'body2',
      color: 'text.secondary',
    }}
  >
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
    {action}
  </Box>
)

const Retry = ({ onClick }: { onClick: () => void }) => (
  <SecondaryButton size="small" onClick={onClick}>
    Try again
  </SecondaryButton>
)

const Searching = () => (
  <Box aria-hidden sx={{ px: 2.5, py: 1 }}>
    {[140, 190, 160].map((width) => (
      <Box key={width} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, height: 40 }}>
        <Skeleton variant="circular" width={18} height={18} />
        <Skeleton width={width} />
        <Skeleton sx={{ flex: 1, maxWidth: 220 }} />
      </Box>
    ))}
  </Box>
)
