import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { QrCodeList } from './QrCodeList.tsx'

const QrScans = lazy(() => import('./QrScans.tsx'))

/** QR codes that people scan, and beside them who scanned. */
export function QrCodesPage() {
  const [search] = useSearchParams()
  if (search.get('tab') !== 'scans') return <QrCodeList />
  return (
    <Suspense fallback={null}>
      <QrScans />
    </Suspense>
  )
}
