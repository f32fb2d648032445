import type { CounterGap } from '@our-print/contract/printing/production.ts'
import { Fragment, useId, useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { plural } from '../../base/format/format.ts'
import { CheckCircleOutlined as CheckCircle, ErrorOutlined } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './GapLine.module.css'
import { signedCount } from './productionTexts.ts'

const ProductionDialogs = lazyPart(() => import('./ProductionDialogs.tsx'))

type Props = {
  /** Undefined until they are known. */
  gaps: readonly CounterGap[] | undefined
  /** Which of its columns have to be explained. */
  of: 'counters' | 'readings'
}

/** Above the counters of a list: which gaps need a person, and what the columns mean. */
export function GapLine({ gaps, of }: Props) {
  const [explaining, setExplaining] = useState<CounterGap>()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-label="Gaps of counters" className={styles.line}>
      <div className={styles.head}>
        <div className={styles.state}>
          {!gaps && <Skeleton width={240} />}
          {gaps?.length === 0 && (
            <>
              <CheckCircle size={16} tone="success" />
              <Text size="small" tone="muted">
                No gap needs a person.
              </Text>
            </>
          )}
          {gaps && gaps.length > 0 && (
            <>
              <ErrorOutlined size={16} tone="danger" />
              <Text size="small">
                {plural(gaps.length, 'gap')} {gaps.length === 1 ? 'needs' : 'need'} a person to explain it:
              </Text>
              {gaps.map((gap) => (
                <Button
                  key={gap.reading}
                  size="small"
                  aria-label={`Explain the gap of ${gap.printer_name}, ${signedCount(gap.gap)}`}
                  onClick={() => setExplaining(gap)}
                >
                  {gap.printer_name} {signedCount(gap.gap)}
                </Button>
              ))}
            </>
          )}
        </div>
        <Button
          look="plain"
          size="small"
          tone="muted"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          What is a gap?
        </Button>
      </div>
      <div id={id} className={styles.about}>
        {isOpen && (
          <Card>
            <dl className={styles.meanings}>
              {meanings[of].map(([name, meaning]) => (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>{meaning}</dd>
                </Fragment>
              ))}
            </dl>
          </Card>
        )}
      </div>
      {explaining && <ProductionDialogs open={explaining} onClose={() => setExplaining(undefined)} />}
    </section>
  )
}

const ofAll = [
  [
    'Gap',
    'The counter less the jobs. Above zero: sides that no job printed, such as copies made at the glass or test pages. Below zero: a job that did not print all, or a mistyped reading.',
  ],
  [
    'Needs a person',
    'The gaps of a printer’s last 30 days that nobody has explained, where together they are above both limits under Costs. Smaller gaps need nobody.',
  ],
] as const

const meanings = {
  counters: [
    [
      'Counters',
      'How far the printers’ own counters went, from one reading to the next. A dash: no two readings to compare.',
    ],
    ['By jobs then', 'The sides that print jobs say they printed between the same readings.'],
    ...ofAll,
  ],
  readings: [
    ['Counter', 'All sides that the printer ever printed, by its own count.'],
    ['Since before', 'How far it went since the reading before.'],
    ['By jobs', 'The sides that print jobs say they printed since then.'],
    ...ofAll,
  ],
} as const
