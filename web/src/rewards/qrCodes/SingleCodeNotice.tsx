import Box from '@mui/material/Box'
import { getQrCode } from '@our-print/contract/rewards/qrCodes.ts'
import { useRead } from '../../base/api/api.ts'
import { RouteLink } from '../../base/page/Page.tsx'
import { codeName } from './qrTexts.ts'

/** Says that the scans of one code are shown, with a link to all. */
export function SingleCodeNotice({ id, all }: { id: string; all: string }) {
  const code = useRead(getQrCode, { params: { id } }).data
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
      <RouteLink to={all} sx={{ lineHeight: '24px' }}>
        Show all QR codes
      </RouteLink>
    </Box>
  )
}
