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
import type { ApiError } from '../../base/api/call.ts'
import { useUpdate } from '../../base/api/useUpdate.ts'
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
  // `seen` is the quote that filled the form; one that is read again leaves what was typed.
  const changing = useUpdate<Quote | undefined, Pick<Quote, 'order'>>({
    record: undefined,
    write: change,
    send: (seen, { order }) =>
      change.mutateAsync({ params: { id }, body: { order, version: seen?.version } }),
    // QuoteConflict says it, loaded when there is one.
    describe: () => [],
    onCurrent: (current) => current && show(current, true),
  })
  const { seen, setSeen, conflict } = changing

  function show(quote: Quote, keepsTyped: boolean) {
    const { order, files } = quote
    const shown = uploads.uploads.map((file) => file.id)
    const own = seen?.files.map((file) => file.id) ?? []
    form.reset(fieldsOf(order, form.getValues('user')), { keepDirtyValues: keepsTyped })
    // Files that somebody has added, removed or moved here are typed, too.
    if (!keepsTyped || shown.join() === own.join()) uploads.adopt(files)
    onCustomer(order.user)
  }
  const fill = useEffectEvent((quote: Quote) => {
    if (quote.id === seen?.id) return
    setSeen(quote)
    show(quote, false)
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
    isPending: create.isPending || change.isPending,
    error: id ? changing.error : create.error,
    reset: id ? change.reset : create.reset,
    conflict: seen &&
      conflict?.current && { seen, current: conflict.current, reload: () => changing.reload() },
    save: (
      { payment: _paid, ...order }: NewOrder,
      done: (quote: Quote) => void,
      failed: (fields: Record<string, string>) => void,
    ) => {
      const saving = id ? changing.attempt({ order }) : create.mutateAsync({ body: { order } })
      saving.then(
        (quote) => {
          if (!quote) return
          done(quote)
          toast.success(`Quote ${quote.number} saved: ${rupees(quote.payable)}`)
        },
        ({ fields }: ApiError) => failed(fields),
      )
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
