import { getQrCode } from '@our-print/contract/rewards/qrCodes.ts'
import { useRead } from '../../base/api/api.ts'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { codeName } from './qrTexts.ts'

/** Says that the scans of one code are shown, with a link to all. */
export function SingleCodeNotice({ id, all }: { id: string; all: string }) {
  const code = useRead(getQrCode, { params: { id } }).data
  return (
    <Row gap={3} align="baseline" wrap>
      <Text flow="wrap">
        {code ? (
          <>
            Only <strong>{codeName(code)}</strong>, {code.company}
          </>
        ) : (
          'Only one QR code'
        )}
      </Text>
      <Link to={all}>Show all QR codes</Link>
    </Row>
  )
}
