import Check from '@mui/icons-material/Check'
import Button from '@mui/material/Button'
import type { Referrer } from '@our-print/contract/referrals.ts'
import { isFulfilled } from './referralWords.ts'
import { useMarkFulfilled } from './useMarkFulfilled.ts'

/** Says that the shop has given a referrer all they had earned, or that there is nothing left to give. */
export function MarkFulfilled({ referrer }: { referrer: Referrer }) {
  const { mark, isPending } = useMarkFulfilled(referrer)
  return isFulfilled(referrer) ? (
    <Button size="small" variant="outlined" color="inherit" disabled startIcon={<Check />}>
      Marked As Fulfilled
    </Button>
  ) : (
    <Button size="small" variant="outlined" loading={isPending} onClick={() => void mark()}>
      Mark As Fulfilled
    </Button>
  )
}
