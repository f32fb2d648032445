import Box from '@mui/material/Box'
import { useState } from 'react'
import { pathOf } from '../../base/page/pathOf.ts'

type Props = {
  /** The signed URL of the image, valid for 15 minutes. */
  src: string | null
  name: string
  size?: number
}

/** A small image that opens in a new tab; nothing if there is none or it cannot be loaded. */
export function Thumbnail({ src, name, size = 28 }: Props) {
  const [lost, setLost] = useState<string>()
  if (!src || src === lost) return null
  const address = pathOf(src)
  return (
    <Box
      component="a"
      href={address}
      target="_blank"
      rel="noopener"
      aria-label={`Picture of ${name}`}
      sx={{ display: 'inline-block', verticalAlign: 'middle', lineHeight: 0 }}
    >
      <Box
        component="img"
        src={address}
        alt=""
        loading="lazy"
        onError={() => setLost(src)}
        sx={{
          width: size,
          height: size,
          objectFit: 'cover',
          border: 1,
          borderColor: 'divider',
          borderRadius: '4px',
          bgcolor: 'background.default',
        }}
      />
    </Box>
  )
}
