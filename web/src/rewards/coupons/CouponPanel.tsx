import { type ReactNode, useId } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import type { Saving } from '../../base/dialog/FormDialog.tsx'
import { FormProblem, useSubmit } from '../../base/form/FormProblem.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Heading } from '../../base/ui/Text.tsx'
import styles from './CouponPanel.module.css'
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
    <Card as="form" pad={0} noValidate aria-labelledby={id} onSubmit={submit} className={styles.panel}>
      <div className={styles.title}>
        <Heading level="h2" id={id}>
          {title}
        </Heading>
      </div>
      <FormProvider {...form}>
        <Stack gap={4} className={styles.content}>
          <FormProblem form={form} error={save.error} />
          {children}
        </Stack>
      </FormProvider>
      <Row gap={2} justify="end" className={styles.actions}>
        {closable && (
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button type="submit" look="primary" loading={save.isPending}>
          {submitLabel}
        </Button>
      </Row>
    </Card>
  )
}
