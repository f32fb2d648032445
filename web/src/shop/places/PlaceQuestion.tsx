import { getProfile, type Profile } from '@our-print/contract/people/session.ts'
import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { listPrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { answerPlace } from '@our-print/contract/shop/places.ts'
import { listWebhooks } from '@our-print/contract/shop/webhooks.ts'
import { clsx } from 'clsx'
import { useWrite } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './PlaceQuestion.module.css'

type Props = { question: NonNullable<Profile['place_question']> }
type Meaning = 'shop' | 'copy'

const questions = {
  shop: {
    title: 'Did the shop move here?',
    body: 'It prints, calls webhooks and sends messages from here at once. Make sure that it does not run in the other place any more: both would print.',
    action: 'The shop moved here',
  },
  copy: {
    title: 'Is this a copy?',
    body: 'Its printers, webhooks and channels of messages become inactive, print jobs are held and bulk jobs cancelled. Switch on again what this copy may use.',
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
    <Button size="small" disabled={answer.isPending} onClick={() => void say(meaning)}>
      {questions[meaning].action}
    </Button>
  )
  return (
    <div className={clsx(styles.question, 'noprint')}>
      <Alert severity="warning">
        <div>
          <b>This shop was started in a new place.</b> Nothing is printed and no webhook is called until you
          say what it is here.
        </div>
        <dl className={styles.places}>
          <dt>Now</dt>
          <dd>{here}</dd>
          <dt>Before</dt>
          <dd>{before}</dd>
        </dl>
        <Row gap={2} wrap>
          {button('shop')}
          {button('copy')}
        </Row>
        {answer.isError && (
          <Text as="p" tone="danger">
            {answer.error.message}
          </Text>
        )}
      </Alert>
    </div>
  )
}
