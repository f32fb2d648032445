import { Tabs } from '../../base/ui/Tabs.tsx'

const tabs = [
  { value: 'codes', label: 'QR codes', to: '/qr_codes' },
  { value: 'scans', label: 'Scans', to: '/qr_codes?tab=scans' },
]

export const pageTitle = 'QR Code Generator'

/** The tabs of the screen: codes and scans. */
export const QrTabs = ({ value }: { value: 'codes' | 'scans' }) => (
  <Tabs label="QR codes and scans" tabs={tabs} value={value} />
)
