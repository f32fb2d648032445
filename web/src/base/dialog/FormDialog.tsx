import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api/call.ts'
import { waitingIn } from '../api/waiting.ts'
import { toast } from '../feedback/toast.ts'
import { FormProblem, useSubmit } from '../form/FormProblem.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Stack } from '../ui/Layout.tsx'
import { useConfirm } from './ConfirmDialog.tsx'
import { sayWaiting } from './sayWaiting.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

/** The state of a mutation that a form shows. */
export type Saving = { isPending: boolean; error: ApiError | null }

type Props<In extends FieldValues, Out> = {
  title: string
  form: UseFormReturn<In, unknown, Out>
  save: Saving
  /** If it returns a promise, the form cannot be sent again until that settles. */
  onSubmit: (values: Out) => unknown
  onClose: () => void
  children: ReactNode
  /** The verb on the button; default 'Save'. */
  submitLabel?: string
  danger?: boolean
  /** For a step that is no success. */
  warning?: boolean
  /** On a phone the fields stand at the bottom, near the thumb. */
  low?: boolean
  /** Something was entered that is no field of the form. */
  unsaved?: boolean
  wide?: boolean
  /** Shows errors in the specification's warning banner. */
  banner?: boolean
  /** The work is done and its result is shown: the only button left closes the dialog. */
  done?: boolean
}

/** A form in a dialog, with its errors, its busy state, and a confirmation before unsaved input is discarded. */
export function FormDialog<In extends FieldValues, Out>(props: Props<In, Out>) {
  const {
    title,
    form,
    save,
    onSubmit,
    onClose,
    children,
    submitLabel = 'Save',
    danger,
    warning,
    low = false,
    unsaved = false,
    wide,
    banner,
    done = false,
  } = props
  const confirm = useConfirm()
  const isUnsaved = !done && (form.formState.isDirty || unsaved)
  useLeaveGuard(isUnsaved, { sending: save.isPending || form.formState.isSubmitting })

  const submit = useSubmit(form, onSubmit, save.isPending)
  const closeWaiting = useEffectEvent((error: ApiError | null) => {
    if (!done && sayWaiting(error)) onClose()
  })
  useEffect(() => closeWaiting(save.error), [save.error])

  async function leave() {
    if (save.isPending) return
    const question = {
      title: 'Discard what you typed?',
      action: 'Discard',
      cancel: 'Keep editing',
      danger: true,
    }
    if (!isUnsaved || (await confirm(question))) onClose()
  }

  return (
    <Dialog
      title={title}
      full
      size={wide ? 'md' : 'xs'}
      low={low}
      onClose={() => void leave()}
      onSubmit={submit}
      actions={
        done ? (
          // A key of its own: only a newly created button takes the focus.
          <Button key="close" look="primary" autoFocus onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button disabled={save.isPending} onClick={() => void leave()}>
              Cancel
            </Button>
            <Button
              type="submit"
              look="primary"
              tone={danger ? 'danger' : warning ? 'warning' : 'neutral'}
              loading={save.isPending}
            >
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      <FormProvider {...form}>
        <Stack gap={4}>
          <FormProblem form={form} error={waitingIn(save.error) ? null : save.error} banner={banner} />
          {children}
        </Stack>
      </FormProvider>
    </Dialog>
  )
}

type SendProps<In extends FieldValues, Out, Sent, Answer> = Omit<Props<In, Out>, 'save' | 'onSubmit'> & {
  save: UseMutationResult<Answer, ApiError, Sent>
  /** What is sent of the form's values. */
  inputOf: (values: Out) => Sent
  /** The toast of success. */
  savedMessage: (answer: Answer, values: Out) => string
}

/** A form that is sent once: the dialog says what came of it, and closes. */
export function SendDialog<In extends FieldValues, Out, Sent, Answer>(
  props: SendProps<In, Out, Sent, Answer>,
) {
  const { inputOf, savedMessage, ...dialog } = props
  const { save, onClose } = dialog
  const send = (values: Out) =>
    save.mutate(inputOf(values), {
      onSuccess: (answer) => {
        toast.success(savedMessage(answer, values))
        onClose()
      },
    })
  return <FormDialog {...dialog} onSubmit={send} />
}
