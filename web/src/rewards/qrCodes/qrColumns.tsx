import type { QrCode } from '@our-print/contract/rewards/qrCodes.ts'
import { count, dayOf, formatDateTime } from '../../base/format/format.ts'
import { locale } from '../../base/format/locale.ts'
import { EventBusyOutlined as EventBusy, ImageOutlined as Image } from '../../base/icons/screens.tsx'
import {
  ActiveTag,
  actionsColumn,
  activeColumn,
  type Column,
  column,
  nameColumn,
  numberColumn,
} from '../../base/list/columns.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { useNavigate } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CompanyLink, Punycode } from './CompanyLink.tsx'
import { codeName, isExpired, type ListedCode, type Open } from './qrTexts.ts'

/** For a date as the specification writes it, 2026-01-03, also in fonts that are wider than ours. */
const isoWidth = 104

const valueFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })

const columns: readonly Column<ListedCode>[] = [
  {
    ...nameColumn<ListedCode>(
      'company',
      (code) => (
        // Text, not a second link so near to the first: the view of the code has it.
        <Stack>
          <CompanyLink company={code.company} />
          <Text as="div" size="small" tone="muted" flow="line">
            {code.redirection_url === null ? <Target code={code} /> : shortAddress(code.redirection_url)}
            {code.redirection_url !== null && <Punycode address={code.redirection_url} />}
          </Text>
        </Stack>
      ),
      { title: 'Company' },
    ),
    card: 'hidden',
  },
  column('name', 'Company', { only: 'card', card: 'title' }, ({ company }) => (
    <CompanyLink company={company} />
  )),
  column('code', 'Code', { width: 58, sort: { by: 'code', as: 'number' } }, ({ code }) => code),
  column(
    'generated',
    'Generated',
    { width: isoWidth, wide: true, sort: { by: 'generated_date', as: 'time' } },
    ({ generated_date }) => <span title={formatDateTime(generated_date)}>{dayOf(generated_date)}</span>,
  ),
  column(
    'validity',
    'Validity',
    {
      width: isoWidth,
      sort: { by: 'validity', as: 'day' },
    },
    (code) => <Validity code={code} />,
  ),
  numberColumn('value', 'Value', 72, ({ value }) => valueFormat.format(value)),
  numberColumn('count', 'Scanned', 92, ({ count: scans }) => count(scans), 'count'),
  {
    ...activeColumn(128),
    cell: (code) =>
      isExpired(code) ? (
        <Tag label={code.is_active ? 'Expired' : 'Inactive, expired'} Icon={EventBusy} tone="off" />
      ) : (
        <ActiveTag is_active={code.is_active} />
      ),
  },
  column('target', 'Target', { only: 'card', card: 'subtitle' }, (code) => (
    <Text tone="muted">
      <Target code={code} />
    </Text>
  )),
]

/** The columns of the list of QR codes. */
export const qrColumns = (handlers: RowActionHandlers): readonly Column<ListedCode>[] => [
  ...columns,
  actionsColumn(124, (code) => <QrRowActions code={code} handlers={handlers} />),
]

/** The last day; highlighted when it has passed. */
const Validity = ({ code }: { code: QrCode }) =>
  isExpired(code) ? (
    <Text tone="warning" strong>
      {code.validity}
    </Text>
  ) : (
    code.validity
  )

const shortAddress = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')

/** The target of a scan, without the scheme. */
function Target({ code: { redirection_url } }: { code: QrCode }) {
  if (redirection_url === null) {
    return (
      <Row as="span" gap={1}>
        <Image size={16} tone="muted" />
        Image
      </Row>
    )
  }
  return (
    <>
      <Link
        href={redirection_url}
        tone="inherit"
        target="_blank"
        rel="noopener noreferrer"
        title={redirection_url}
      >
        {shortAddress(redirection_url)}
      </Link>
      <Punycode address={redirection_url} />
    </>
  )
}

type RowActionHandlers = {
  open: (dialog: Open) => void
  setActive: (code: QrCode, is_active: boolean) => Promise<unknown>
}

/** The actions on one QR code, in its row. */
function QrRowActions({ code, handlers }: { code: ListedCode; handlers: RowActionHandlers }) {
  const navigate = useNavigate()
  const { open, setActive } = handlers
  return (
    <RowActions>
      <Button size="small" aria-description={codeName(code)} onClick={() => open({ dialog: 'view', code })}>
        View
      </Button>
      <RowMenu
        name={codeName(code)}
        actions={[
          { label: 'Scans', onClick: () => navigate(`/qr_codes?tab=scans&id=${code.id}`) },
          { label: 'Print labels', onClick: () => open({ dialog: 'labels', codes: [code] }) },
          { label: 'Edit', onClick: () => open({ dialog: 'edit', code }) },
          {
            label: code.is_active ? 'Deactivate' : 'Activate',
            onClick: () => void setActive(code, !code.is_active),
          },
        ]}
      />
    </RowActions>
  )
}
