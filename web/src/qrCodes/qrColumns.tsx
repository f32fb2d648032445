import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Image from '@mui/icons-material/ImageOutlined'
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { QrCode } from '@our-print/contract/qrCodes.ts'
import { Tag } from '../feedback/Tag.tsx'
import { showMoment } from '../format/dates.ts'
import { count } from '../format/format.ts'
import type { Column } from '../list/tableModel.ts'
import { Punycode } from './Punycode.tsx'
import { QrRowActions, type RowOffers } from './QrRowActions.tsx'
import { isExpired, type ListedCode, plainDay } from './qrWords.ts'

const valueFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6 })

const columns: readonly Column<ListedCode>[] = [
  {
    id: 'company',
    title: 'Company',
    width: '16%',
    cell: ({ company }) => (
      <Box component="span" title={company} sx={{ fontWeight: 600 }}>
        {company}
      </Box>
    ),
  },
  { id: 'code', title: 'Code', width: 54, cell: ({ code }) => code },
  {
    id: 'generated',
    title: 'Generated',
    width: 88,
    wide: true,
    cell: ({ generated_date }) => <span title={showMoment(generated_date)}>{plainDay(generated_date)}</span>,
  },
  { id: 'validity', title: 'Validity', width: 138, cell: (code) => <Validity code={code} /> },
  { id: 'value', title: 'Value', width: 72, align: 'right', cell: ({ value }) => valueFormat.format(value) },
  { id: 'count', title: 'Scanned', width: 72, align: 'right', cell: ({ count: scans }) => count(scans) },
  {
    id: 'status',
    title: 'Status',
    width: 96,
    card: 'corner',
    cell: ({ is_active }) =>
      is_active ? (
        <Tag label="Active" Icon={CheckCircle} tone="good" />
      ) : (
        <Tag label="Inactive" Icon={RemoveCircle} tone="off" />
      ),
  },
  { id: 'target', title: 'Target', card: 'subtitle', cell: (code) => <Target code={code} /> },
]

/** The columns, with what each row offers. */
export const qrColumns = (offers: RowOffers): readonly Column<ListedCode>[] => [
  ...columns,
  {
    id: 'actions',
    title: 'Actions',
    width: 104,
    align: 'right',
    card: 'footer',
    cell: (code) => <QrRowActions code={code} offers={offers} />,
  },
]

/** The last day; one that has passed stands out, calmly. */
const Validity = ({ code }: { code: QrCode }) =>
  isExpired(code) ? (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
      {code.validity} Expired
    </Box>
  ) : (
    code.validity
  )

/** Where a scan leads; the scheme says nothing that the eye needs. */
function Target({ code: { redirection_url } }: { code: QrCode }) {
  if (redirection_url === null) {
    return (
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, verticalAlign: 'bottom' }}
      >
        <Image sx={{ fontSize: 16, color: 'text.secondary' }} />
        Image
      </Box>
    )
  }
  return (
    <>
      <Link href={redirection_url} target="_blank" rel="noopener noreferrer" title={redirection_url}>
        {redirection_url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}
      </Link>
      <Punycode address={redirection_url} />
    </>
  )
}
