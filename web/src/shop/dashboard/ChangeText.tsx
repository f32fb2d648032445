import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { count } from '../../base/format/format.ts'
import { ArrowDownward } from '../../base/icons/frame.tsx'
import { ArrowUpward } from '../../base/icons/home.tsx'

type Props = { now: number | undefined; before: number | undefined }

/** The change from the period before, in words and with an arrow: readable without colour. */
export function ChangeText({ now, before }: Props) {
  const line = {
    display: 'flex',
    alignItems: 'center',
    gap: 0.25,
    minHeight: 18,
    // One line in any font, as high as its placeholder: otherwise what is below moves.
    whiteSpace: 'nowrap',
    typography: 'body2',
  } as const
  if (now === undefined || before === undefined) {
    return (
      <Box component="span" sx={line}>
        <Skeleton sx={{ width: 64 }} />
      </Box>
    )
  }
  const share = before === 0 ? undefined : Math.round(((now - before) / before) * 100)
  if (share === undefined || share === 0) {
    return (
      <Box component="span" sx={{ ...line, color: 'text.secondary' }}>
        {now === before ? 'No change' : share === 0 ? 'About the same' : 'None before'}
      </Box>
    )
  }
  const more = share > 0
  const Arrow = more ? ArrowUpward : ArrowDownward
  return (
    <Box component="span" sx={{ ...line, color: more ? 'success.main' : 'error.main' }}>
      <Arrow sx={{ fontSize: 14 }} />
      {count(Math.abs(share))}% {more ? 'more' : 'less'}
    </Box>
  )
}
