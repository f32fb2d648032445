import { useSearchParams } from 'react-router'
import { QrCodeList } from './QrCodeList.tsx'
import { QrScans } from './QrScans.tsx'

/** QR codes that people scan, and beside them who scanned. */
export function QrCodesPage() {
  const [search] = useSearchParams()
  return search.get('tab') === 'scans' ? <QrScans /> : <QrCodeList />
}
