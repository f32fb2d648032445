import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/call.ts'

type Props = {
  /** A page with its heading, or a part of one. */
  of?: 'page' | 'part'
}

/** In place of what loads; appears after a delay, so that quick loads do not flicker. */
export const Loading = ({ of = 'page' }: Props) => (
  <Box
    component="output"
    sx={{
      display: 'block',
      animation: 'show 0.2s 0.3s both',
      '@keyframes show': { from: { opacity: 0 } },
      ...(of === 'page' ? { p: { xs: 2, md: 3 }, maxWidth: 1600, mx: 'auto' } : { p: 2 }),
    }}
  >
    <Box component="span" sx={forScreenReaders}>
      Loading...
    </Box>
    <div aria-hidden>
      {of === 'page' ? (
        <>
          <Bone width="min(45%, 360px)" height={28} />
          <Bone width="min(30%, 220px)" height={16} />
          <Box sx={{ display: 'grid', gap: 2, mt: 3, gridTemplateColumns: { md: 'minmax(0, 1fr) 340px' } }}>
            <Bone height={320} />
            <Bone height={200} />
          </Box>
        </>
      ) : (
        <>
          <Bone width="40%" height={16} />
          <Bone width="75%" height={16} />
          <Bone width="60%" height={16} />
        </>
      )}
    </div>
  </Box>
)

// As `visuallyHidden` of the form room, which is above this one; a file of its own would be a chunk of its own.
const forScreenReaders = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

const Bone = ({ width, height }: { width?: string; height: number }) => (
  <Box sx={{ width: width ?? 'auto', height, mb: 1.25, borderRadius: 1, bgcolor: 'action.hover' }} />
)

type LoadFailureProps = {
  /** 'This order could not be loaded' */
  title: string
  reply: { error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shown instead of a page whose record could not be loaded, with the reason and Retry. */
export const LoadFailure = ({ title, reply: { error, isFetching, refetch } }: LoadFailureProps) => (
  <Notice title={title}>
    <p role="alert">{error?.message}</p>
    <Button variant="contained" loading={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  </Notice>
)

type NoticeProps = { title: string; children?: ReactNode }

/** A message in the middle of the page. */
export const Notice = ({ title, children }: NoticeProps) => (
  <Box
    sx={{
      display: 'grid',
      justifyItems: 'center',
      alignContent: 'center',
      gap: 1,
      minHeight: '60vh',
      p: 3,
      textAlign: 'center',
      color: 'text.secondary',
      '& p': { m: 0, mb: 1, maxWidth: 440 },
    }}
  >
    <Typography variant="h1" sx={{ color: 'text.primary' }}>
      {title}
    </Typography>
    {children}
  </Box>
)
