import { getOrder, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import {
  confirmQuote,
  getQuote,
  listQuotes,
  type Quote,
  updateQuote,
} from '@our-print/contract/orders/quotes.ts'
import { useWrite } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { toast } from '../../base/feedback/toast.ts'
import { formatDay, rupees } from '../../base/format/format.ts'
import { useNavigate } from '../../base/router/router.tsx'

/** What can be done with a quote by one tap. */
export function useQuoteActions(quote: Quote) {
  const { id, number, version } = quote
  const navigate = useNavigate()
  const confirming = useWrite(confirmQuote, [listQuotes, getQuote, listOrders])
  const changing = useWrite(updateQuote, [listQuotes, getQuote])
  const undoing = useWrite(updateQuote, [listQuotes, getQuote, listOrders, getOrder])

  function undo(order: Order) {
    // The confirmation was one change: a quote that is another one by now stays.
    const body = { status: 'open', version: version + 1 } as const
    // The page that began it may be gone: callbacks of `mutate` would go with it.
    undoing.mutateAsync({ params: { id }, body }).then(
      () => {
        navigate(`/quote/${id}`)
        toast.success(`Quote ${number} is open again`)
      },
      (error: ApiError) => toast.failure(`Order ${order.number} was not cancelled`, error.message),
    )
  }

  /** Somebody else was faster: their order is shown. */
  function sayWhy(error: ApiError) {
    const order = (error.current as Quote | undefined)?.confirmed_order
    if (error.code === 'confirmed' && order) navigate(`/order/${order.id}`)
    toast.failure(`Quote ${number} was not confirmed`, error.message)
  }

  const confirm = () =>
    confirming.mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: (order) => {
          navigate(`/order/${order.id}`)
          toast.success(
            `Order ${order.number} taken in from quote ${number}: ${rupees(order.payable ?? 0)}`,
            {
              undo: () => undo(order),
            },
          )
        },
        onError: sayWhy,
      },
    )

  function change(body: { status?: 'open' | 'withdrawn'; valid_until?: string }, said: (now: Quote) => void) {
    changing
      .mutateAsync({ params: { id }, body: { ...body, version } })
      .then(said, (error: ApiError) => toast.failure(`Quote ${number} was not changed`, error.message))
  }

  const putBack = (seen = version) =>
    changing.mutateAsync({ params: { id }, body: { status: 'open', version: seen } }).then(
      () => toast.success(`Quote ${number} is open again`),
      (error: ApiError) => toast.failure(`Quote ${number} was not put back`, error.message),
    )

  return {
    confirm,
    isConfirming: confirming.isPending,
    isChanging: changing.isPending,
    withdraw: () =>
      change({ status: 'withdrawn' }, (now) =>
        toast.success(`Quote ${number} withdrawn`, { undo: () => void putBack(now.version) }),
      ),
    putBack: () => void putBack(),
    renew: (valid_until: string) =>
      change({ valid_until }, (now) =>
        toast.success(`Quote ${number} is valid until ${formatDay(now.valid_until)}: ${rupees(now.payable)}`),
      ),
  }
}
