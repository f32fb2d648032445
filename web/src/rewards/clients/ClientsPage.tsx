import { type Client, clientOrderings, listClients } from '@our-print/contract/rewards/clients.ts'
import { useMemo, useState } from 'react'
import { query } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { count, formatDay, phone } from '../../base/format/format.ts'
import { WarningAmberOutlined as Warning } from '../../base/icons/frame.tsx'
import { actionsColumn, type Column, column, type Selection } from '../../base/list/columns.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { RowActions, RowMenu } from '../../base/list/RowMenu.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { companyUrl } from '../vouchers/companyUrl.ts'
import { ClientMessage } from './ClientMessage.tsx'
import { addressOf, purchasedUrl, typeName } from './clientTexts.ts'
import { useClientActions } from './useClientActions.ts'
import { useTypeNames } from './useTypeNames.ts'

/** The columns of the list of companies. */
const clientColumns = (handlers: RowActionHandlers, types: readonly string[]): readonly Column<Client>[] => [
  column('name', 'Company', { sort: { by: 'name', as: 'text' } }, ({ name }) => (
    <Text strong flow="wrap">
      {name}
    </Text>
  )),
  column('client_type', 'Type', { width: 88, wide: true }, ({ client_type }) => typeName(client_type, types)),
  column(
    'contact',
    'Phone',
    {
      width: 142,
      card: 'subtitle',
    },
    ({ contact }) => (
      <Link href={`tel:${contact}`} tone="inherit">
        {phone(contact)}
      </Link>
    ),
  ),
  column('city', 'City', { width: 108, wide: true }, (client) => addressOf(client).city),
  column(
    'joined_on',
    'Joined',
    {
      width: 104,
      sort: { by: 'joined_on', as: 'time' },
    },
    ({ joined_on }) => <span title={formatDay(joined_on)}>{joined_on}</span>,
  ),
  column('stock', 'Codes left', { align: 'right', width: 178, card: 'hidden' }, (client) => (
    <Row as="span" gap={2} justify="end">
      <Low client={client} />
      <span>
        <Stock client={client} />
      </span>
    </Row>
  )),
  column('low_stock', '', { only: 'card', card: 'corner' }, (client) => <Low client={client} />),
  column('codes', 'Codes left', { only: 'card' }, (client) => <Stock client={client} />),
  {
    ...actionsColumn<Client>(144, (client) => <ClientRowActions client={client} handlers={handlers} />),
    card: handlers.uploading ? 'footer' : 'hidden',
  },
  // Buttons below each card would make the list half as long again.
  ...(handlers.uploading
    ? []
    : [
        column<Client>('menu', '', { only: 'card', card: 'corner' }, (client) => (
          <ClientMenu client={client} openVouchers={handlers.openVouchers} />
        )),
      ]),
]

const Low = ({ client: { low_stock } }: { client: Client }) =>
  low_stock && <Tag label="Low stock" Icon={Warning} />

/** Available codes, of all codes. */
const Stock = ({ client: { vouchers } }: { client: Client }) =>
  vouchers.codes === 0 ? (
    <Text tone="muted">None yet</Text>
  ) : (
    <>
      {count(vouchers.available)} <Text tone="muted">of {count(vouchers.codes)}</Text>
    </>
  )

type RowActionHandlers = {
  /** A company is being chosen for an upload: Upload is the only action. */
  uploading: boolean
  upload: (client: Client) => void
  openVouchers: (client: Client) => Promise<void>
}

/** Actions on one company, in its row. */
function ClientRowActions({ client, handlers }: { client: Client; handlers: RowActionHandlers }) {
  const { uploading, upload, openVouchers } = handlers
  const [opening, setOpening] = useState(false)

  async function open() {
    setOpening(true)
    await openVouchers(client)
    setOpening(false)
  }

  if (uploading) {
    return (
      <RowActions>
        <Button size="small" tone="accent" aria-description={client.name} onClick={() => upload(client)}>
          Upload
        </Button>
      </RowActions>
    )
  }
  return (
    <RowActions>
      <Button size="small" aria-description={client.name} loading={opening} onClick={() => void open()}>
        Vouchers
      </Button>
      <ClientMenu client={client} />
    </RowActions>
  )
}

type MenuProps = { client: Client; openVouchers?: (client: Client) => Promise<void> }

/** What else leads on from a company; on a card its vouchers, too. */
function ClientMenu({ client, openVouchers }: MenuProps) {
  const navigate = useNavigate()
  const query = new URLSearchParams({ query: client.name })
  return (
    <RowMenu
      name={client.name}
      actions={[
        ...(openVouchers ? [{ label: 'Vouchers', onClick: () => void openVouchers(client) }] : []),
        { label: 'Edit', onClick: () => navigate(companyUrl(client)) },
        { label: 'QR codes', onClick: () => navigate(`/qr_codes?${query}`) },
        { label: 'Purchased vouchers', onClick: () => navigate(purchasedUrl(client.id)) },
        { label: 'Orders of its customers', onClick: () => navigate(`/total_orders?client=${client.id}`) },
      ]}
    />
  )
}

const UploadDialog = lazyPart(async () => ({
  default: (await import('../voucherImports/UploadDialog.tsx')).UploadDialog,
}))

export function ClientsPage() {
  const list = useListState([], { sortedBy: clientOrderings })
  const navigate = useNavigate()
  const actions = useClientActions()
  const { openVouchers, message, forget } = actions
  const [uploading, setUploading] = useState(false)
  const [uploadFor, setUploadFor] = useState<Client>()
  const types = useTypeNames()
  const columns = useMemo(
    () => clientColumns({ uploading, upload: setUploadFor, openVouchers }, types),
    [uploading, openVouchers, types],
  )
  const bulk = (selection: Selection<Client>) => <ClientBar selection={selection} actions={actions} />
  const toggleUpload = {
    label: 'Upload vouchers',
    pressed: uploading,
    onClick: () => setUploading(!uploading),
  }
  const above = (
    <>
      {message && <ClientMessage message={message} onClose={forget} onUpload={setUploadFor} />}
      {uploading && (
        <Alert severity="info" onClose={() => setUploading(false)}>
          Choose the company to upload vouchers for.
        </Alert>
      )}
    </>
  )

  return (
    <ListPage
      title="Client Companies"
      actions={[toggleUpload]}
      above={above}
      label="Client companies"
      list={list}
      rows={query(listClients, { querystring: list.paging })}
      columns={columns}
      rowLink={companyUrl}
      rowName={({ name }) => name}
      bulk={bulk}
      bulkMatching
      search="Name, phone"
      hint="Companies offer vouchers that customers buy with coins. Add the first company."
      create={{ label: 'Create new company', onClick: () => navigate('/client_companies/create') }}
    >
      {uploadFor && <UploadDialog client={uploadFor} onClose={() => setUploadFor(undefined)} />}
    </ListPage>
  )
}

type ClientBarProps = { selection: Selection<Client>; actions: ReturnType<typeof useClientActions> }

/** Actions on the selected companies; Edit takes exactly one. */
function ClientBar({ selection: { rows, matching, clear }, actions }: ClientBarProps) {
  const navigate = useNavigate()
  const one = rows.length === 1 && !matching ? rows[0] : undefined
  const none = rows.length === 0

  async function remove() {
    if (await (matching ? actions.removeMatching(matching) : actions.remove(rows))) clear()
  }

  return (
    <>
      <Button size="small" disabled={!one} onClick={() => one && navigate(companyUrl(one))}>
        Edit
      </Button>
      <Button
        size="small"
        tone="danger"
        disabled={none}
        loading={actions.isRemoving}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </>
  )
}
