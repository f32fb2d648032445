import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Dirty, RecordUpdate } from '../api/useUpdate.ts'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { toast } from '../feedback/toast.ts'
import { historyUrl } from '../page/HistoryLink.tsx'
import { Link } from '../ui/Link.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormDialog } from './FormDialog.tsx'

const NewerNotice = lazyPart(() => import('./NewerNotice.tsx'))

type Props<T extends { id: string }, Body, In extends FieldValues, Out> = {
  title: string
  /** 'This plan', for the message of a conflict. */
  what: string
  form: UseFormReturn<In, unknown, Out>
  changing: RecordUpdate<T, Body>
  /** The form's values of a record. */
  valuesOf: (record: T) => In
  /** The request body; an empty one is not sent. */
  bodyOf: (values: Out, dirty: Dirty) => Body
  /** The toast once the record is saved. */
  savedMessage: (saved: T) => string
  onClose: () => void
  children: ReactNode
  banner?: boolean
  wide?: boolean
  /** Something was entered that is no field of the form. */
  unsaved?: boolean
}

/** Updates a record in a dialog, which closes when that is saved and shows a conflict when it is not. */
export function EditDialog<T extends { id: string }, Body extends object, In extends FieldValues, Out>(
  props: Props<T, Body, In, Out>,
) {
  const {
    title,
    what,
    form,
    changing,
    valuesOf,
    bodyOf,
    savedMessage,
    onClose,
    children,
    banner = false,
    wide = false,
    unsaved = false,
  } = props
  const { update, conflict, error, isPending } = changing
  const { dirtyFields } = form.formState
  const client = useQueryClient()

  async function save(values: Out) {
    const body = bodyOf(values, dirtyFields)
    if (Object.keys(body).length > 0) {
      const saved = await update(body)
      if (!saved) return
      toast.success(savedMessage(saved))
    }
    onClose()
  }

  const takeOver = (current: T) => form.reset(valuesOf(current), { keepDirtyValues: true })

  /** After an error the lists are read again: others may have changed the records. */
  function close() {
    if (error || conflict) void client.invalidateQueries()
    onClose()
  }

  return (
    <FormDialog
      title={title}
      form={form}
      save={{ isPending, error }}
      banner={banner}
      wide={wide}
      unsaved={unsaved}
      onClose={close}
      onSubmit={save}
    >
      <ConflictDialog what={what} changing={changing} onReload={takeOver} />
      {changing.newer && (
        <NewerNotice
          what={what}
          newer={changing.newer}
          onReload={() => {
            const current = changing.reload(changing.newer?.current)
            if (current !== undefined) takeOver(current)
          }}
        />
      )}
      {children}
      {/* What is typed stays as it is. */}
      <Link href={historyUrl(changing.seen.id)} target="_blank">
        History
      </Link>
    </FormDialog>
  )
}
