import {
  type Client,
  createClient,
  getClient,
  listClients,
  updateClient,
} from '@our-print/contract/rewards/clients.ts'
import { type ReactNode, useState } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import type { Saving } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { historyUrl } from '../../base/page/HistoryLink.tsx'
import { Page, Section } from '../../base/page/Page.tsx'
import { RecordNavigation } from '../../base/page/RecordNavigation.tsx'
import { useNavigate, useParams, useSearchParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { StockAndDue } from '../voucherStatements/StockAndDue.tsx'
import styles from './ClientFormPage.module.css'
import { AddressInputs, CompanyInputs, RewardInputs } from './ClientInputs.tsx'
import { ClientMessage } from './ClientMessage.tsx'
import { CompanyTabs } from './CompanyTabs.tsx'
import {
  type CheckedClient,
  type ClientFields,
  fieldsOf,
  formOf,
  newClient,
  useClientForm,
} from './clientForm.ts'
import { clientChanges, purchasedUrl, readCompanyInfo } from './clientTexts.ts'
import { useClientActions } from './useClientActions.ts'

type Props = {
  title: string
  /** The name of the edited company, shown under the title. */
  name?: string
  form: UseFormReturn<ClientFields, unknown, CheckedClient>
  save: Saving
  /** Resolves to true when the company was saved; then the list opens. */
  onSave: (client: CheckedClient) => Promise<boolean>
  /** To what belongs to the company. */
  links?: ReactNode
  /** To the other views of it. */
  tabs?: ReactNode
  /** Shown above the buttons: the conflict with someone else's update. */
  children?: ReactNode
}

const listAddress = '/client_companies'
const companyList = { to: listAddress, title: 'Client Companies' }

/** The form of a company, new or not. */
function ClientEditor({ title, name, form, save, onSave, links, tabs, children }: Props) {
  const navigate = useNavigate()
  const leaveWithoutConfirm = useLeaveGuard(form.formState.isDirty)
  // Keeps the form visible while the list loads.
  const [saved, setSaved] = useState(false)

  async function saveAndLeave(client: CheckedClient) {
    if (!(await onSave(client))) return
    setSaved(true)
    leaveWithoutConfirm()
    navigate(listAddress)
  }
  const submit = useSubmit(form, saveAndLeave, save.isPending || saved)

  return (
    <Page
      title={title}
      narrow
      above={<RecordNavigation what="company" home={companyList} />}
      actions={links}
      subtitle={
        name && (
          <Text tone="muted" flow="wrap">
            {name}
          </Text>
        )
      }
    >
      {tabs}
      <FormProvider {...form}>
        <Stack as="form" gap={4} noValidate aria-label={title} onSubmit={submit}>
          <Section title="Company">
            <Inputs>
              <CompanyInputs />
            </Inputs>
          </Section>
          <Section title="Address">
            <Inputs>
              <AddressInputs />
            </Inputs>
          </Section>
          <Section title="Vouchers">
            <Inputs>
              <RewardInputs />
            </Inputs>
          </Section>
          <Stack gap={4} className={styles.footer}>
            {children}
            <FormProblem form={form} error={save.error} banner />
            <Row gap={2} justify="end">
              <Button disabled={save.isPending} onClick={() => navigate(listAddress)}>
                Cancel
              </Button>
              <Button type="submit" look="primary" loading={save.isPending}>
                Save
              </Button>
            </Row>
          </Stack>
        </Stack>
      </FormProvider>
    </Page>
  )
}

const Inputs = ({ children }: { children: ReactNode }) => <Stack gap={4}>{children}</Stack>

/** Creates a company, or with `edit` and `companyInfo` in the address updates an existing one. */
export function ClientFormPage() {
  const { viewType } = useParams()
  const [search] = useSearchParams()
  if (viewType !== 'edit') return <NewClient />
  const id = readCompanyInfo(search.get('companyInfo'))
  return id ? <KnownClient key={id} id={id} tab={search.get('tab')} /> : <Broken />
}

function NewClient() {
  const write = useWrite(createClient, [listClients])
  const form = useClientForm(newClient())

  async function save(client: CheckedClient) {
    const made = await write.mutateAsync({ form: formOf(client) }).catch(() => undefined)
    if (made) toast.success(`${made.name} added as a company`)
    return made !== undefined
  }

  return <ClientEditor title="Create New Client Company" form={form} save={write} onSave={save} />
}

function KnownClient({ id, tab }: { id: string; tab: string | null }) {
  // Not refetched: it fills a form.
  const reply = useRead(
    getClient,
    { params: { id } },
    { refetchOnWindowFocus: false, refetchOnMount: 'always' },
  )
  if (reply.error?.status === 404) return <Gone />
  if (reply.error && !reply.data) {
    return <LoadFailure title="This company could not be loaded" reply={reply} />
  }
  if (!reply.data || !reply.isFetchedAfterMount) return <Loading />
  return tab === 'stock' ? <StockOfClient client={reply.data} /> : <EditClient client={reply.data} />
}

/** What the company handed over, and what is due for it. */
function StockOfClient({ client }: { client: Client }) {
  const actions = useClientActions()
  return (
    <Page
      title={client.name}
      above={<RecordNavigation what="company" home={companyList} />}
      actions={<CompanyLinks client={client} actions={actions} />}
    >
      <CompanyTop value="stock" actions={actions} />
      <StockAndDue client={client} />
    </Page>
  )
}

type Actions = ReturnType<typeof useClientActions>

/** The views of a company, and beneath them why one of its links leads nowhere. */
const CompanyTop = ({ value, actions }: { value: 'company' | 'stock'; actions: Actions }) => (
  <>
    <CompanyTabs value={value} />
    {actions.message && <ClientMessage message={actions.message} onClose={actions.forget} />}
  </>
)

function EditClient({ client }: { client: Client }) {
  const actions = useClientActions()
  const write = useWrite(updateClient, [listClients, getClient])
  const form = useClientForm(fieldsOf(client))
  const changing = useUpdate<Client, ReturnType<typeof formOf>>({
    record: client,
    write,
    send: ({ id, version }, body) =>
      write.mutateAsync({ querystring: { client_id: id }, form: { ...body, version } }),
    describe: clientChanges,
  })
  const { seen, update, error, isPending } = changing

  async function save(values: CheckedClient) {
    const saved = await update(formOf(values))
    if (saved) toast.success(`${saved.name} saved`)
    return saved !== undefined
  }

  return (
    <ClientEditor
      title="Edit"
      name={seen.name}
      form={form}
      save={{ isPending, error }}
      onSave={save}
      links={<CompanyLinks client={seen} actions={actions} />}
      tabs={<CompanyTop value="company" actions={actions} />}
    >
      <ConflictDialog
        what="This company"
        changing={changing}
        onReload={(current) => form.reset(fieldsOf(current), { keepDirtyValues: true })}
      />
    </ClientEditor>
  )
}

const companies = (
  <Button look="primary" to={listAddress}>
    All companies
  </Button>
)

const Broken = () => (
  <Notice title="This link is not complete">
    <p role="alert">It does not name a company. Open the company from the list.</p>
    {companies}
  </Notice>
)

const Gone = () => (
  <Notice title="Company not found">
    <p role="alert">It may have been deleted, or the link is wrong.</p>
    {companies}
  </Notice>
)

/** From a company to what belongs to it: its vouchers, those that were sold, the orders of their buyers, its QR codes. */
function CompanyLinks({ client, actions }: { client: Client; actions: Actions }) {
  const [opening, setOpening] = useState(false)
  const [payments, prices, customers] = [useCan('payments'), useCan('prices'), useCan('customers')]
  const seesAccount = payments && prices && customers
  const invoices = [useCan('invoices'), useCan('prices'), useCan('customers')].every(Boolean)
  const query = new URLSearchParams({ query: client.name })

  async function open() {
    setOpening(true)
    await actions.openVouchers(client)
    setOpening(false)
  }

  return (
    <>
      {seesAccount && (
        <Button size="small" to={`/account/${client.id}`}>
          Account
        </Button>
      )}
      <Button size="small" loading={opening} onClick={() => void open()}>
        Vouchers
      </Button>
      <Button size="small" to={purchasedUrl(client.id)}>
        Purchased vouchers
      </Button>
      <Button size="small" to={`/total_orders?client=${client.id}`}>
        Orders of its customers
      </Button>
      <Button size="small" to={`/qr_codes?${query}`}>
        QR codes
      </Button>
      {invoices && (
        <Button size="small" to={`/company_invoices/${client.id}`}>
          Invoices
        </Button>
      )}
      <Button size="small" to={historyUrl(client.id)}>
        History
      </Button>
    </>
  )
}
