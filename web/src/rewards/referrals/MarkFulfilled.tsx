import Button from '@mui/material/Button'
import type { Referrer } from '@our-print/contract/rewards/referrals.ts'
import { Check } from '../../base/icons/screens.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { isFulfilled } from './referralTexts.ts'
import { useMarkFulfilled } from './useMarkFulfilled.ts'

type Props = {
  referrer: Referrer
  /** Called when the button, which had the focus, is disabled. */
  onDone?: () => void
}

/** Marks all claims of a referrer as fulfilled; disabled if none remain. */
export function MarkFulfilled({ referrer, onDone }: Props) {
  const { mark, isPending } = useMarkFulfilled(referrer, onDone)
  return isFulfilled(referrer) ? (
    <SecondaryButton size="small" disabled startIcon={<Check />}>
      Marked As Fulfilled
    </SecondaryButton>
  ) : (
    // Not disabled while it runs: after a failure the focus is still here.
    <Button
      size="small"
      variant="outlined"
      aria-disabled={isPending}
      onClick={() => !isPending && void mark()}
      sx={{ '&[aria-disabled=true]': { opacity: 0.5 } }}
    >
      Mark As Fulfilled
    </Button>
  )
}
