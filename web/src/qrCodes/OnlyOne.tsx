import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { codeName, listedCodes } from './qrWords.ts'

/** Says that one code alone is shown, and leads back to all of them. */
export function OnlyOne({ id, all }: { id: string; all: string }) {
  const code = useQuery(listedCodes({ id })).data?.results[0]
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        columnGap: 1.5,
        mb: 1.5,
        overflowWrap: 'anywhere',
      }}
    >
      <span>
        {code ? (
          <>
            Only <strong>{codeName(code)}</strong>, {code.company}
          </>
        ) : (
          'Only one QR code'
        )}
      </span>
      <Link component={RouterLink} to={all} sx={{ lineHeight: '24px' }}>
        Show all QR codes
      </Link>
    </Box>
  )
}
