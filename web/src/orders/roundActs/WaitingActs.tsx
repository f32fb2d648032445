import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { toast } from '../../base/feedback/toast.ts'
import { formatTime, plural } from '../../base/format/format.ts'
import { Schedule, WarningAmber } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import type { Act } from './actQueue.ts'
import { actText } from './actText.ts'
import { useActs } from './roundActs.ts'
import { takeBack } from './undoActs.ts'
import styles from './WaitingActs.module.css'

/** What waits of an order, in the place where its next step is; nothing is called done that the server does not know. */
export function WaitingActs({ order }: { order: Pick<Order, 'id'> }) {
  const acts = useActs().filter((one) => one.order === order.id)
  const [isUndoing, setUndoing] = useState(false)
  const [first] = acts
  const last = acts.at(-1)
  if (!first || !last) return null
  const refused = acts.find(({ state }) => state === 'refused')
  if (refused) {
    return (
      <div className={styles.acts} role="alert">
        <WarningAmber />
        <Text as="div" size="small" flow="wrap">
          <b>{actText(refused)}: refused.</b> {refused.refusal?.message}
        </Text>
        <Button size="small" to="/to_send">
          Decide
        </Button>
      </div>
    )
  }

  async function undo(acts: readonly Act[]) {
    setUndoing(true)
    const isUndone = await takeBack(acts).finally(() => setUndoing(false))
    if (!isUndone) toast.failure('It is being sent, so it cannot be undone any more.')
  }

  // A proof goes with the move that was made with it.
  const undone = acts.filter(({ happened_at }) => happened_at === last.happened_at)
  return (
    <div className={styles.acts}>
      <Schedule />
      <output className={styles.words}>
        {acts.length > 1 && `${plural(acts.length, 'act')}: `}
        {acts.map(actText).join(', ')}. Waits to be sent since {formatTime(first.happened_at)}
      </output>
      {undone.every(({ tried }) => !tried) && (
        <Button size="small" loading={isUndoing} onClick={() => void undo(undone)}>
          Undo
        </Button>
      )}
    </div>
  )
}
