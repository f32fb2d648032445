import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import {
  createQuote,
  getQuote,
  listQuotes,
  type Quote,
  updateQuote,
} from '@our-print/contract/orders/quotes.ts'
import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRead, useWrite } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { rupees } from '../../base/format/format.ts'
import { useSearchParams } from '../../base/router/router.tsx'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'
import type { Uploads } from './useUploads.ts'

type Options = {
  form: UseFormReturn<NewOrderFields, unknown, NewOrder>
  uploads: Uploads
  onCustomer: (id: string) => void
}

/**
 * Saves what is typed as a quote. `/new_order?quote=new` makes one, `?quote=…` changes one: its order is filled in, with its files.
 */
export function useQuoting({ form, uploads, onCustomer }: Options) {
  const [search] = useSearchParams()
  const wanted = search.get('quote') ?? ''
  const id = wanted === 'new' ? '' : wanted
  const { data, error } = useRead(
    getQuote,
    { params: { id } },
    { enabled: id !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  const create = useWrite(createQuote, [listQuotes])
  const change = useWrite(updateQuote, [listQuotes, getQuote])
  const save = id ? change : create

  const fill = useEffectEvent(({ order, files }: Quote) => {
    form.reset(fieldsOf(order, form.getValues('user')))
    uploads.adopt(files)
    onCustomer(order.user)
  })
  useEffect(() => {
    if (data) fill(data)
  }, [data])
  useEffect(() => {
    if (error) toast.failure('The quote could not be opened', error.message)
  }, [error])

  return {
    /** The page saves a quote, and takes no order in. */
    only: wanted !== '',
    /** It changes this one. */
    changes: id !== '',
    number: data?.number,
    isPending: save.isPending,
    error: save.error,
    reset: save.reset,
    save: (
      { payment: _paid, ...order }: NewOrder,
      done: (quote: Quote) => void,
      failed: (fields: Record<string, string>) => void,
    ) => {
      const said = {
        onSuccess: (quote: Quote) => {
          done(quote)
          toast.success(`Quote ${quote.number} saved: ${rupees(quote.payable)}`)
        },
        onError: ({ fields }: { fields: Record<string, string> }) => failed(fields),
      }
      if (id) change.mutate({ params: { id }, body: { order, version: data?.version } }, said)
      else create.mutate({ body: { order } }, said)
    },
  }
}

/** Who the customer is comes with their record. */
const fieldsOf = (
  { billed_to, pay_by = 'at_door', ...order }: Quote['order'],
  user: string,
): NewOrderFields => ({
  ...emptyOrder,
  ...order,
  user,
  pay_by,
  billed_to: billed_to ?? '',
  user_subscription_plan: order.user_subscription_plan ?? '',
  coupon_code: order.coupon_code ?? '',
  referral_code: order.referral_code ?? '',
  address: order.address ?? emptyOrder.address,
  uploads: [],
})
