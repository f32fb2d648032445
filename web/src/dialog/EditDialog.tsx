import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Changing, Dirty } from '../api/useUpdate.ts'
import { toast } from '../feedback/toast.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormDialog } from './FormDialog.tsx'

type Props<T, Body, In extends FieldValues, Out> = {
  title: string
  /** 'This plan', where someone else was faster. */
  what: string
  form: UseFormReturn<In, unknown, Out>
  changing: Changing<T, Body>
  /** What the form says of a record. */
  valuesOf: (record: T) => In
  /** What is sent; an empty one changes nothing. */
  bodyOf: (values: Out, dirty: Dirty) => Body
  /** The toast once the record is saved. */
  savedMessage: (saved: T) => string
  onClose: () => void
  children: ReactNode
  banner?: boolean
}

/** Changes a record in a dialog: it closes once that is saved, and shows what others changed when it is not. */
export function EditDialog<T, Body extends object, In extends FieldValues, Out>(
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
  } = props
  const { change, conflict, error, isPending } = changing
  const { dirtyFields } = form.formState
  const client = useQueryClient()

  async function save(values: Out) {
    const body = bodyOf(values, dirtyFields)
    if (Object.keys(body).length > 0) {
      const saved = await change(body)
      if (!saved) return
      toast.success(savedMessage(saved))
    }
    onClose()
  }

  /** After a refusal the list behind shows what others did. */
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
      onClose={close}
      onSubmit={save}
    >
      <ConflictDialog
        what={what}
        changing={changing}
        onReload={(current) => form.reset(valuesOf(current), { keepDirtyValues: true })}
      />
      {children}
    </FormDialog>
  )
}
