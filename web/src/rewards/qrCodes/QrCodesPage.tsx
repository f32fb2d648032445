import { useSearchParams } from 'react-router'
import { QrCodeList } from './QrCodeList.tsx'
import { QrScans } from './QrScans.tsx'

/** The tabs of QR codes and their scans. */
export function QrCodesPage() {
  const [search] = useSearchParams()
  return search.get('tab') === 'scans' ? <QrScans /> : <QrCodeList />
}
