import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api/call.ts'
import { toast } from '../feedback/toast.tsx'
import { FormProblem, useSubmit } from '../form/FormProblem.tsx'
import { SecondaryButton } from '../page/Page.tsx'
import { useConfirm } from './ConfirmDialog.tsx'
import { askBeforeUnload } from './useLeaveGuard.ts'

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
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const confirm = useConfirm()
  const id = useId()
  const isUnsaved = !done && (form.formState.isDirty || unsaved)
  useEffect(() => (isUnsaved ? askBeforeUnload(() => true) : undefined), [isUnsaved])

  const submit = useSubmit(form, onSubmit, save.isPending)

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
      open
      fullWidth
      fullScreen={phone}
      maxWidth={wide ? 'md' : 'xs'}
      onClose={() => void leave()}
      aria-labelledby={id}
    >
      <form
        noValidate
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        onSubmit={submit}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={low ? { display: 'flex', flexDirection: 'column' } : {}}>
          <FormProvider {...form}>
            <FormProblem form={form} error={save.error} banner={banner} />
            <Stack spacing={2} sx={low ? { mt: 'auto' } : {}}>
              {children}
            </Stack>
          </FormProvider>
        </DialogContent>
        <DialogActions>
          {done ? (
            // A key of its own: only a newly created button takes the focus.
            <Button key="close" variant="contained" autoFocus onClick={onClose}>
              Close
            </Button>
          ) : (
            <>
              <SecondaryButton disabled={save.isPending} onClick={() => void leave()} sx={inReach}>
                Cancel
              </SecondaryButton>
              <Button
                type="submit"
                variant="contained"
                color={danger ? 'error' : warning ? 'warning' : 'primary'}
                loading={save.isPending}
                sx={inReach}
              >
                {submitLabel}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
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

/** For a thumb. */
const inReach = { minHeight: { xs: 48, sm: 36 }, flex: { xs: 1, sm: 'none' } } as const
