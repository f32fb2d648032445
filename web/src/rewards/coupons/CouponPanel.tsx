import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import type { Saving } from '../../base/dialog/FormDialog.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import type { CheckedCoupon, CouponFields } from './couponForm.ts'

export type FrameProps = {
  title: string
  submitLabel: string
  form: UseFormReturn<CouponFields, unknown, CheckedCoupon>
  save: Saving
  onSubmit: (coupon: CheckedCoupon) => unknown
  onClose: () => void
  /** Shows Cancel also next to the cards. */
  closable?: boolean
  children?: ReactNode
}

/** The form next to the cards. */
export function CouponPanel({
  title,
  submitLabel,
  form,
  save,
  onSubmit,
  onClose,
  closable,
  children,
}: FrameProps) {
  const id = useId()
  const submit = useSubmit(form, onSubmit, save.isPending)
  return (
    <Paper variant="outlined" component="form" noValidate aria-labelledby={id} onSubmit={submit} sx={panel}>
      <Typography id={id} variant="h2" sx={{ p: 2, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <FormProvider {...form}>
        <Box sx={{ minHeight: 0, overflowY: 'auto', px: 2, pb: 2 }}>
          <FormProblem form={form} error={save.error} />
          <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box>
        </Box>
      </FormProvider>
      <Box sx={footerSx}>
        {closable && (
          <SecondaryButton disabled={save.isPending} onClick={onClose}>
            Cancel
          </SecondaryButton>
        )}
        <Button type="submit" variant="contained" loading={save.isPending}>
          {submitLabel}
        </Button>
      </Box>
    </Paper>
  )
}

const footerSx = {
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  p: 2,
  pt: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const

// Its buttons stay visible in a low window and next to a long list.
const panel = {
  minWidth: 0,
  position: 'sticky',
  top: 72,
  maxHeight: 'calc(100vh - 148px)',
  display: 'flex',
  flexDirection: 'column',
} as const
