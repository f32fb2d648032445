import {
  createSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '@our-print/contract/shop/savedViews.ts'
import { z } from 'zod'
import { useWrite } from '../api/api.ts'
import { differences, onlyTyped, usePatch } from '../api/useUpdate.ts'
import { EditDialog } from '../dialog/EditDialog.tsx'
import { FormDialog } from '../dialog/FormDialog.tsx'
import { toast } from '../feedback/toast.ts'
import { ChoiceInput } from '../form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../form/contractForm.tsx'
import { useNavigate } from '../router/router.tsx'
import { addressOf, type ShownView } from './savedViews.ts'

const Form = z.object({ name: createSavedView.schema.body.shape.name, who: z.enum(['me', 'all']) })
type Fields = z.input<typeof Form>

const choices = [
  { value: 'me', label: 'Only me' },
  { value: 'all', label: 'Everyone with this list' },
]

const valuesOf = ({ name, is_shared }: SavedView): Fields => ({ name, who: is_shared ? 'all' : 'me' })

/** The changes between the version of a view that the person saw and the current one. */
function viewChanges(seen: SavedView, current: SavedView): string[] {
  const isSame =
    JSON.stringify([seen.search, seen.columns]) === JSON.stringify([current.search, current.columns])
  if (!isSame) return ['What the list shows was changed.']
  const whoOf = (view: SavedView) => choices.find(({ value }) => value === valuesOf(view).who)?.label ?? ''
  return differences([
    ['Name', seen.name, current.name],
    ['Who sees it', whoOf(seen), whoOf(current)],
  ])
}

type Props = {
  shown: ShownView
  /** The view to rename or share; undefined for a new one. */
  view: SavedView | undefined
  onSaved: () => void
  onClose: () => void
}

/** Saves what a list shows as a view, or renames or shares a view. */
export default function SavedViewDialog({ view, ...props }: Props) {
  return view ? <ChangeView view={view} onClose={props.onClose} /> : <NewView {...props} />
}

function NewView({ shown, onSaved, onClose }: Omit<Props, 'view'>) {
  const navigate = useNavigate()
  const save = useWrite(createSavedView, [listSavedViews])
  const form = useContractForm(Form, { defaultValues: { name: '', who: 'me' } })

  async function submit({ name, who }: z.output<typeof Form>) {
    const { list, search, columns } = shown
    const body = { name, is_shared: who === 'all', list, search, columns: columns ? [...columns] : null }
    const saved = await save.mutateAsync({ body }).catch(() => undefined)
    if (!saved) return
    toast.success(`View ${name} saved`)
    onSaved()
    onClose()
    navigate(addressOf(saved), { replace: true })
  }

  return (
    <FormDialog title="Save view" form={form} save={save} onClose={onClose} onSubmit={submit}>
      <ViewFields />
    </FormDialog>
  )
}

function ChangeView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const form = useContractForm(Form, { defaultValues: valuesOf(view) })
  const changing = usePatch(updateSavedView, [listSavedViews], { record: view, describe: viewChanges })
  return (
    <EditDialog
      title={`View ${view.name}`}
      what="This view"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={({ name, who }, dirty) =>
        onlyTyped({ name, is_shared: who === 'all' }, { ...dirty, is_shared: dirty['who'] })
      }
      savedMessage={({ name }) => `View ${name} saved`}
      onClose={onClose}
    >
      <ViewFields />
    </EditDialog>
  )
}

const ViewFields = () => (
  <>
    <TextInput name="name" label="Name" hint="Keeps the search, filters, sequence and columns" autoFocus />
    <ChoiceInput name="who" label="Who sees it" options={choices} />
  </>
)
