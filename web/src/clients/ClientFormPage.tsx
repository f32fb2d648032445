import Button from '@mui/material/Button'
import { type Client, createClient, listClients, updateClient } from '@our-print/contract/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link as RouterLink, useParams, useSearchParams } from 'react-router'
import { query, useWrite } from '../api/api.ts'
import { useChange } from '../api/useChange.ts'
import { Overtaken } from '../dialog/Overtaken.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { toast } from '../feedback/toast.tsx'
import { ClientEditor, listAddress } from './ClientEditor.tsx'
import {
  type CheckedClient,
  type ClientFields,
  fieldsOf,
  formOf,
  newClient,
  resolveClient,
} from './clientForm.ts'
import { clientChanges, findClient, readCompanyInfo } from './clientWords.ts'

/** A company is made, or with `edit` and `companyInfo` in the address one that is there is changed. */
export function ClientFormPage() {
  const { viewType } = useParams()
  const [search] = useSearchParams()
  if (viewType !== 'edit') return <NewClient />
  const id = readCompanyInfo(search.get('companyInfo'))
  return id ? <KnownClient key={id} id={id} /> : <Broken />
}

const useClientForm = (defaultValues: ClientFields) =>
  useForm<ClientFields, unknown, CheckedClient>({ resolver: resolveClient, mode: 'onTouched', defaultValues })

function NewClient() {
  const write = useWrite(createClient, [listClients])
  const form = useClientForm(newClient())

  async function save(client: CheckedClient) {
    const made = await write.mutateAsync({ form: formOf(client) }).catch(() => undefined)
    if (made) toast.success(`${made.name} is a client company now`)
    return made !== undefined
  }

  return <ClientEditor title="Create New Client Company" form={form} save={write} onSave={save} />
}

function KnownClient({ id }: { id: string }) {
  // Not asked again by itself: a form is being filled in.
  const reply = useQuery({
    ...query(listClients, { querystring: { id } }),
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  })
  if (reply.error && !reply.data) {
    return (
      <Notice title="This company could not be loaded">
        <p role="alert">{reply.error.message}</p>
        <Button variant="contained" loading={reply.isFetching} onClick={() => void reply.refetch()}>
          Retry
        </Button>
      </Notice>
    )
  }
  if (!reply.data || !reply.isFetchedAfterMount) return <Loading />
  const [client] = reply.data.results
  return client ? <EditClient client={client} /> : <Gone />
}

function EditClient({ client }: { client: Client }) {
  const write = useWrite(updateClient, [listClients])
  const form = useClientForm(fieldsOf(client))
  const { seen, change, reload, meanwhile, error, isPending } = useChange<Client, ReturnType<typeof formOf>>({
    record: client,
    write: {
      ...write,
      mutateAsync: ({ params, body }) =>
        write.mutateAsync({ querystring: { client_id: params.id }, form: body }),
    },
    read: () => findClient(client),
    describe: clientChanges,
  })

  async function save(values: CheckedClient) {
    const saved = await change(formOf(values))
    if (saved) toast.success(`${saved.name} saved`)
    return saved !== undefined
  }

  return (
    <ClientEditor title="Edit" name={seen.name} form={form} save={{ isPending, error }} onSave={save}>
      {meanwhile && (
        <Overtaken
          what="This company"
          changes={meanwhile.changes}
          onReload={() => {
            const current = reload()
            if (current) form.reset(fieldsOf(current), { keepDirtyValues: true })
          }}
        />
      )}
    </ClientEditor>
  )
}

const companies = (
  <Button variant="contained" component={RouterLink} to={listAddress}>
    All companies
  </Button>
)

const Broken = () => (
  <Notice title="This address is not complete">
    <p role="alert">It does not say which company to edit. Open it from its row.</p>
    {companies}
  </Notice>
)

const Gone = () => (
  <Notice title="There is no such company">
    <p role="alert">It may have been deleted, or the address is mistyped.</p>
    {companies}
  </Notice>
)
