import { type Coupon, createCoupon, listCoupons, updateCoupon } from '@our-print/contract/rewards/coupons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useWrite } from '../../base/api/api.ts'
import { isNotFound } from '../../base/api/deleteErrors.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
import { ConflictDialog } from '../../base/dialog/ConflictDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { DateInput, TextInput } from '../../base/form/contractForm.tsx'
import { showingSaved } from '../../base/form/savedValues.ts'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import styles from './CouponEditor.module.css'
import { CouponPanel, type FrameProps } from './CouponPanel.tsx'
import {
  bodyOf,
  type CheckedCoupon,
  type CouponFields,
  emptyCoupon,
  hasEmpty,
  useCouponForm,
  valuesOf,
} from './couponForm.ts'
import { couponChanges } from './couponTexts.ts'

const CouponDialog = lazyPart(() => import('./CouponDialog.tsx'))

type Props = {
  /** The record to update, or null to create one. */
  coupon: Coupon | null
  /** Shown next to the cards; otherwise in a dialog. */
  beside: boolean
  /** Called with whether the form has unsaved input. */
  onDirty: (dirty: boolean) => void
  onSaved: () => void
  onClose: () => void
}

/** Creates or updates a coupon. */
export const CouponEditor = ({ coupon, ...props }: Props) =>
  coupon ? <EditCoupon coupon={coupon} {...props} /> : <NewCoupon {...props} />

type Own = Omit<Props, 'coupon'>

function NewCoupon({ onSaved, onClose, ...place }: Own) {
  const write = useWrite(createCoupon, [listCoupons])
  const form = useCouponForm(emptyCoupon)

  function save(coupon: CheckedCoupon) {
    const empty = showingSaved(form)
    write.mutate(
      { body: { ...bodyOf(coupon), usage_count: 0 } },
      {
        onSuccess: () => {
          empty(emptyCoupon)
          showSaved()
          onSaved()
        },
        onError: showNotSaved,
      },
    )
  }

  return (
    <CouponFrame
      {...place}
      title="New coupon"
      submitLabel="Submit"
      form={form}
      save={write}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

function EditCoupon({ coupon, onSaved, onClose, ...place }: Own & { coupon: Coupon }) {
  const client = useQueryClient()
  const write = useWrite(updateCoupon, [listCoupons])
  const form = useCouponForm(valuesOf(coupon))
  // Edit was chosen in a card's menu: move the focus into the form. A dialog does that by itself.
  const begin = useEffectEvent(() => place.beside && form.setFocus('name'))
  useEffect(() => void begin(), [])
  const changing = useUpdate<Coupon, CheckedCoupon>({
    record: coupon,
    write,
    send: ({ id, version, usage_count }, checked) =>
      write.mutateAsync({ params: { id }, body: { ...bodyOf(checked), usage_count, version } }),
    describe: couponChanges,
  })
  const { attempt, error, isPending } = changing

  async function save(checked: CheckedCoupon) {
    try {
      if (!(await attempt(checked))) return
      form.reset(form.getValues())
      showSaved()
      onSaved()
    } catch (reason) {
      showNotSaved()
      // Someone else deleted it: its card disappears, and what was typed stays.
      if (isNotFound(reason)) void client.invalidateQueries({ queryKey: [listCoupons.url] })
    }
  }

  return (
    <CouponFrame
      {...place}
      title={`Edit ${coupon.code}`}
      submitLabel="Update"
      form={form}
      save={{ isPending, error }}
      onSubmit={save}
      onClose={onClose}
      closable
    >
      <ConflictDialog
        what="This coupon"
        changing={changing}
        onReload={(current) => form.reset(valuesOf(current), { keepDirtyValues: true })}
      />
      <div>
        <HistoryLink of={coupon.id} newTab />
      </div>
    </CouponFrame>
  )
}

const showSaved = () => toast.success('Coupon Updated')
const showNotSaved = () => toast.failure('Error Occured while creating coupon ')

function CouponFrame({ beside, onDirty, children, ...frame }: FrameProps & Pick<Own, 'beside' | 'onDirty'>) {
  const { isDirty } = frame.form.formState
  // The dialog has its own.
  useLeaveGuard(isDirty && beside, { beside: true })
  const reportDirty = useEffectEvent(onDirty)
  useEffect(() => {
    reportDirty(isDirty)
    return () => reportDirty(false)
  }, [isDirty])
  const inside = (
    <>
      {children}
      <CouponInputs />
    </>
  )
  if (beside) return <CouponPanel {...frame}>{inside}</CouponPanel>
  return <CouponDialog {...frame}>{inside}</CouponDialog>
}

const uses = [
  { value: 'once', label: 'One-time use' },
  { value: 'multi', label: 'Multi-time use' },
]
const audiences = [
  { value: 'new', label: 'Only for New Users' },
  { value: 'all', label: 'For ALL Users' },
]

function CouponInputs() {
  useEndAfterStart()
  return (
    <>
      <EmptyAlert />
      <TextInput name="name" label="Name Of Coupon" hint="Does not show on the user side." />
      <TextInput
        name="code"
        label="Coupon Code"
        capitals
        placeholder="DIWALI20"
        hint="Every word must be CAPITAL and it is used as a reference."
      />
      <TextInput name="discount_percentage" label="Discount %" number hint="Applied on total order value." />
      <div className={styles.days}>
        <DateInput name="valid_from" label="Validity start" />
        <DateInput name="valid_to" label="Validity end" />
      </div>
      <ChoiceInput name="one_time_only" label="Each customer" options={uses} />
      <ChoiceInput name="isfornew" label="Who can use it" options={audiences} />
    </>
  )
}

/** The specification's alert, shown until all fields are filled in. */
function EmptyAlert() {
  const { control, formState } = useFormContext<CouponFields>()
  const empty = useWatch({ control, compute: hasEmpty })
  if (!formState.isSubmitted || !empty) return null
  return <Alert severity="error">Please enter the values correctly</Alert>
}

/** A new start can make the end valid or invalid. */
function useEndAfterStart() {
  const { control, trigger, getValues } = useFormContext<CouponFields>()
  const start = useWatch({ control, name: 'valid_from' })
  useEffect(() => {
    if (start && getValues('valid_to')) void trigger('valid_to')
  }, [start, getValues, trigger])
}
