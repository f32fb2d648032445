import { explainHandOver } from '@our-print/contract/money/cash.ts'
import { amountText } from '../../base/amountText.ts'
import type { Fragment } from '../../base/database/db.ts'
import { checkVersion } from '../../base/database/versions.ts'
import type { Act } from '../approvals/acts.ts'
import type { Asked, Shown } from '../approvals/askedAct.ts'
import * as handOvers from './handOvers.queries.ts'

type Explanation = Pick<Asked<typeof explainHandOver>, 'db' | 'actor' | 'params' | 'body'>

/** The difference that is to be explained, locked by `lock`; refuses one's own, and what somebody has changed since. */
export async function openDifference(
  { db, actor, params: { id }, body: { version } }: Explanation,
  lock?: Fragment,
): Promise<handOvers.OpenHandOver> {
  const open = await handOvers.lockOpen(db, actor, id, 'difference', lock)
  await checkVersion('This hand-over', version, open, () => handOvers.get(db, actor, id))
  return open
}

async function show(asked: Explanation, lock: Fragment): Promise<Shown> {
  const { db, actor, params, body } = asked
  const { counted, expected } = await openDifference(asked, lock)
  const { number, holder_name } = await handOvers.get(db, actor, params.id)
  return {
    summary: `Explain the difference of hand-over ${number} of ${holder_name}: ${body.reason}`,
    changes: [
      {
        what: `Hand-over ${number} of ${holder_name}`,
        before: `${amountText(expected)} expected`,
        after: `${amountText(counted)} counted`,
      },
    ],
  }
}

/** Who counted a hand-over may explain it, too: above the limit a second person looks at what is missing, or too much. */
export const explainAct: Act<typeof explainHandOver> = {
  name: 'differences',
  endpoint: explainHandOver,
  async measure(asked) {
    const { counted, expected } = await openDifference(asked)
    return Math.abs(counted - expected)
  },
  show,
}
