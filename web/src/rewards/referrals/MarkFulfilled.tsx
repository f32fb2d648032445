import {
  type CustomerReferral,
  getCustomerReferral,
  listReferrers,
  markFulfilled,
  type Referrer,
} from '@our-print/contract/rewards/referrals.ts'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { plural } from '../../base/format/format.ts'
import { Check } from '../../base/icons/screens.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { isFulfilled, suspiciousOf } from './referralTexts.ts'

type Props = {
  referrer: Referrer
  /** Called when the button, which had the focus, is disabled. */
  onDone?: () => void
}

/** Marks all claims of a referrer as fulfilled; disabled if none remain. */
export function MarkFulfilled({ referrer, onDone }: Props) {
  const { mark, isPending } = useMarkFulfilled(referrer, onDone)
  return isFulfilled(referrer) ? (
    <Button size="small" disabled start={<Check size={18} />}>
      Marked As Fulfilled
    </Button>
  ) : (
    // Not disabled while it runs: after a failure the focus is still here.
    <Button size="small" tone="accent" aria-disabled={isPending} onClick={() => !isPending && void mark()}>
      Mark As Fulfilled
    </Button>
  )
}

/**
 * Marks all claims of a referrer as fulfilled, after a confirmation; lists are read again and keep their scroll
 * position.
 */
function useMarkFulfilled(referrer: Referrer, onDone = () => {}) {
  const client = useQueryClient()
  const act = useAct()
  const write = useWrite(markFulfilled, [])

  // Not awaited: a long list takes time.
  function readAgain() {
    for (const { url } of [listReferrers, getCustomerReferral])
      void client.invalidateQueries({ queryKey: [url] })
  }

  const mark = () =>
    act({
      question: {
        title: 'Do you want to Mark this user as Fulfilled ?',
        body: whatHappens(referrer),
        action: 'Yes, Mark',
      },
      send: () => write.mutateAsync({ body: { referral_code: referrer.referral_code } }),
      done: (now) => {
        show(client, now)
        toast.success('Marked as Fulfilled')
        onDone()
        readAgain()
      },
      failed: ({ message }) => {
        toast.failure('Error Occured while marking fulfilled', message)
        // Someone else may have fulfilled them.
        readAgain()
      },
    })

  return { mark, isPending: write.isPending }
}

/** Puts the referrer of the response into the cached lists before they are read again. */
function show(client: QueryClient, now: Referrer) {
  const current = (seen: Referrer) => (seen.user.id === now.user.id ? now : seen)
  client.setQueriesData<InfiniteData<Referrer[]>>(
    { queryKey: [listReferrers.url] },
    (old) => old && { ...old, pages: old.pages.map((page) => page.map(current)) },
  )
  client.setQueriesData<CustomerReferral>(
    { queryKey: [getCustomerReferral.url] },
    (old) => old && { ...old, as_referrer: old.as_referrer && current(old.as_referrer) },
  )
}

function whatHappens(referrer: Referrer): string {
  const { user, remaining_claims } = referrer
  const suspicious = suspiciousOf(referrer)
  const all = `${fullName(user)} has ${plural(remaining_claims, 'claim')} left; all of them count as fulfilled then.`
  return suspicious === 0
    ? all
    : `${all} ${plural(suspicious, 'referral')} of theirs ${suspicious === 1 ? 'looks' : 'look'} suspicious.`
}
