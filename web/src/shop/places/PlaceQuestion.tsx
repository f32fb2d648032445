import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { getProfile, type Profile } from '@our-print/contract/people/session.ts'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { listPrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { answerPlace } from '@our-print/contract/shop/places.ts'
import { listWebhooks } from '@our-print/contract/shop/webhooks.ts'
import { useWrite } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'

type Props = { question: NonNullable<Profile['place_question']> }
type Meaning = 'shop' | 'copy'

const questions = {
  shop: {
    title: 'Did the shop move here?',
    body: 'It prints and calls webhooks from here at once. Make sure that it does not run in the other place any more: both would print.',
    action: 'The shop moved here',
  },
  copy: {
    title: 'Is this a copy?',
    body: 'Its printers and webhooks become inactive, print jobs are held and bulk jobs cancelled. Switch on again what this copy may use.',
    action: 'This is a copy',
  },
}

/** Asks what the shop is in a place where it never ran before. Until somebody says it, nothing is printed and nobody called. */
export default function PlaceQuestion({ question: { here, before } }: Props) {
  const answer = useWrite(answerPlace, [getProfile, listPrinters, listPrintJobs, listWebhooks])
  const confirm = useConfirm()
  const say = async (meaning: Meaning) => {
    if (await confirm(questions[meaning])) answer.mutate({ body: { meaning } })
  }
  const button = (meaning: Meaning) => (
    <SecondaryButton size="small" disabled={answer.isPending} onClick={() => void say(meaning)}>
      {questions[meaning].action}
    </SecondaryButton>
  )
  return (
    <Box className="noprint" sx={{ px: { xs: 2, md: 3 }, pt: 2 }}>
      <Alert severity="warning" variant="outlined" sx={{ maxWidth: 1120, alignItems: 'flex-start' }}>
        <div>
          <strong>This shop was started in a new place.</strong> Nothing is printed and no webhook is called
          until you say what it is here.
        </div>
        <Box
          component="dl"
          sx={{
            m: 0,
            my: 1,
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 1.5,
            '& dd': { m: 0, overflowWrap: 'anywhere' },
          }}
        >
          <dt>Now</dt>
          <dd>{here}</dd>
          <dt>Before</dt>
          <dd>{before}</dd>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {button('shop')}
          {button('copy')}
        </Box>
        {answer.isError && <Box sx={{ mt: 1, color: 'error.main' }}>{answer.error.message}</Box>}
      </Alert>
    </Box>
  )
}
