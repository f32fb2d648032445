import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { pageSize } from '@our-print/contract/paging.ts'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/call.ts'
import { SecondaryButton } from '../page/Page.tsx'

export type Empty = { hint: ReactNode; action?: ReactNode }

const room = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  px: 2,
  py: 7,
  textAlign: 'center',
  color: 'text.secondary',
} as const

const Headline = ({ children }: { children: ReactNode }) => (
  <Box component="p" sx={{ m: 0, typography: 'subtitle1', color: 'text.primary' }}>
    {children}
  </Box>
)

/** Placeholders at the height of the rows. */
export const LoadingRows = ({
  columns,
  cards,
  rows = pageSize,
}: {
  columns: readonly unknown[]
  cards: boolean
  rows?: number
}) => (
  <Box component="output" sx={{ display: 'block' }}>
    <Box
      sx={{
        px: 1.5,
        height: 36,
        display: 'flex',
        alignItems: 'center',
        color: 'text.secondary',
        fontSize: '0.8125rem',
      }}
    >
      Loading...
    </Box>
    <Box aria-hidden sx={cards ? { display: 'grid', gap: 1 } : {}}>
      {Array.from({ length: cards ? 5 : rows }, (_, at) => (
        <Box
          key={at}
          sx={{
            display: 'flex',
            gap: 3,
            alignItems: 'center',
            height: cards ? 104 : 37,
            px: 1.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {columns.slice(0, cards ? 1 : columns.length).map((_, column) => (
            <Skeleton
              key={column}
              sx={{ flex: 1, maxWidth: cards ? 1 : 60 + ((at * 37 + column * 61) % 90) }}
            />
          ))}
        </Box>
      ))}
    </Box>
  </Box>
)

type NoRecordsProps = {
  empty: Empty | undefined
  /** Whether a search or filter is active: then it can be cleared. */
  isFiltered: boolean
  onClear: () => void
  /** Whether the page is after the last one. */
  beyond: boolean
  onFirst: () => void
}

/** 'No Records found', with the next step. */
export function NoRecords({ empty, isFiltered, onClear, beyond, onFirst }: NoRecordsProps) {
  return (
    <Box sx={room}>
      <Headline>No Records found</Headline>
      {beyond ? (
        <SecondaryButton onClick={onFirst}>Go to the first page</SecondaryButton>
      ) : isFiltered ? (
        <>
          <span>Nothing matches this search.</span>
          <SecondaryButton onClick={onClear}>Clear search and filters</SecondaryButton>
        </>
      ) : (
        <>
          {empty && <span>{empty.hint}</span>}
          {empty?.action}
        </>
      )}
    </Box>
  )
}

type FailedProps = { title?: string; error: ApiError; onRetry: () => Promise<unknown> }

/** Shown instead of a list that could not be loaded, with the reason and Retry. */
export const Failed = ({ title = 'This list could not be loaded', error, onRetry }: FailedProps) => (
  <Box sx={room} role="alert">
    <Headline>{title}</Headline>
    <span>{error.message}</span>
    <SecondaryButton onClick={() => void onRetry()}>Retry</SecondaryButton>
  </Box>
)
