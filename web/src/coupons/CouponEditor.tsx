import { type Coupon, changeCoupon, createCoupon, listCoupons } from '@our-print/contract/coupons.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useWrite } from '../api/api.ts'
import { useChange } from '../api/useChange.ts'
import { Overtaken } from '../dialog/Overtaken.tsx'
import { useLeaveGuard } from '../dialog/useLeaveGuard.ts'
import { toast } from '../feedback/toast.tsx'
import { CouponInputs } from './CouponInputs.tsx'
import { CouponPanel, type FrameProps } from './CouponPanel.tsx'
import { type CouponBody, emptyCoupon, useCouponForm, valuesOf } from './couponForm.ts'
import { couponChanges, findCoupon } from './couponWords.ts'

const CouponDialog = lazy(() => import('./CouponDialog.tsx'))

type Props = {
  /** The one to change, or null for a new one. */
  coupon: Coupon | null
  /** Beside the cards, or where there is no room for that in a dialog. */
  beside: boolean
  /** Told whether something typed would be lost. */
  onDirty: (dirty: boolean) => void
  onSaved: () => void
  onClose: () => void
}

/** Adds a coupon, or changes one. */
export const CouponEditor = ({ coupon, ...props }: Props) =>
  coupon ? <EditCoupon coupon={coupon} {...props} /> : <NewCoupon {...props} />

type Own = Omit<Props, 'coupon'>

function NewCoupon({ onSaved, onClose, ...place }: Own) {
  const write = useWrite(createCoupon, [listCoupons])
  const form = useCouponForm(emptyCoupon)

  function save(body: CouponBody) {
    write.mutate(
      { body: { ...body, usage_count: 0 } },
      {
        onSuccess: () => {
          form.reset(emptyCoupon)
          tellSaved()
          onSaved()
        },
        onError: tellNotSaved,
      },
    )
  }

  return (
    <Frame
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
  const write = useWrite(changeCoupon, [listCoupons])
  const form = useCouponForm(valuesOf(coupon))
  // Edit was chosen in a card's menu: the keyboard goes on in the form. A dialog takes the focus by itself.
  const begin = useEffectEvent(() => place.beside && form.setFocus('name'))
  useEffect(() => void begin(), [])
  const { seen, change, reload, meanwhile, error, isPending } = useChange<
    Coupon,
    CouponBody & { usage_count: number }
  >({
    record: coupon,
    write: {
      ...write,
      mutateAsync: (input) =>
        write.mutateAsync(input).catch((reason) => {
          // Someone else was faster: that is told in the form, with what they changed.
          if (reason.code !== 'stale') tellNotSaved()
          // Someone else deleted it: its card goes, and what was typed stays.
          if (reason.status === 404) void client.invalidateQueries({ queryKey: [listCoupons.url] })
          throw reason
        }),
    },
    read: () => findCoupon(coupon),
    describe: couponChanges,
  })

  async function save(body: CouponBody) {
    if (!(await change({ ...body, usage_count: seen.usage_count }))) return
    form.reset(form.getValues())
    tellSaved()
    onSaved()
  }

  return (
    <Frame
      {...place}
      title={`Edit ${coupon.code}`}
      submitLabel="Update"
      form={form}
      save={{ isPending, error }}
      onSubmit={(body) => void save(body)}
      onClose={onClose}
      closable
    >
      {meanwhile && (
        <Overtaken
          what="This coupon"
          changes={meanwhile.changes}
          onReload={() => {
            const current = reload()
            if (current) form.reset(valuesOf(current), { keepDirtyValues: true })
          }}
        />
      )}
    </Frame>
  )
}

const tellSaved = () => toast.success('Coupon Updated')
const tellNotSaved = () => toast.failure('Error Occured while creating coupon ')

function Frame({ beside, onDirty, children, ...frame }: FrameProps & Pick<Own, 'beside' | 'onDirty'>) {
  const { isDirty } = frame.form.formState
  useLeaveGuard(isDirty, { beside: true })
  const tell = useEffectEvent(onDirty)
  useEffect(() => {
    tell(isDirty)
    return () => tell(false)
  }, [isDirty])
  const inside = (
    <>
      {children}
      <CouponInputs />
    </>
  )
  if (beside) return <CouponPanel {...frame}>{inside}</CouponPanel>
  return (
    <Suspense fallback={null}>
      <CouponDialog {...frame}>{inside}</CouponDialog>
    </Suspense>
  )
}
