import {
  createSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '@our-print/contract/shop/savedViews.ts'
import { z } from 'zod'
import { useWrite } from '../api/api.ts'
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

type Props = {
  shown: ShownView
  /** The view to rename or share; undefined for a new one. */
  view: SavedView | undefined
  onSaved: () => void
  onClose: () => void
}

/** Saves what a list shows as a view, or renames or shares a view. */
export default function SavedViewDialog({ shown, view, onSaved, onClose }: Props) {
  const navigate = useNavigate()
  const create = useWrite(createSavedView, [listSavedViews])
  const update = useWrite(updateSavedView, [listSavedViews])
  const save = view ? update : create
  const defaultValues: Fields = { name: view?.name ?? '', who: view?.is_shared ? 'all' : 'me' }
  const form = useContractForm(Form, { defaultValues })

  async function submit({ name, who }: z.output<typeof Form>) {
    const content = { name, is_shared: who === 'all' }
    const { list, search, columns } = shown
    const saved = await (view
      ? update.mutateAsync({ params: { id: view.id }, body: { ...content, version: view.version } })
      : create.mutateAsync({ body: { ...content, list, search, columns: columns ? [...columns] : null } })
    ).catch(() => undefined)
    if (!saved) return
    toast.success(`View ${name} saved`)
    onSaved()
    onClose()
    if (!view) navigate(addressOf(saved), { replace: true })
  }

  return (
    <FormDialog
      title={view ? `View ${view.name}` : 'Save view'}
      form={form}
      save={save}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput name="name" label="Name" hint="Keeps the search, filters, sequence and columns" autoFocus />
      <ChoiceInput name="who" label="Who sees it" options={choices} />
    </FormDialog>
  )
}
