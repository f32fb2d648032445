import { clsx } from 'clsx'
import { useEffect, useEffectEvent } from 'react'
import { QrCode2Outlined as QrCode } from '../../base/icons/frame.tsx'
import { BlockOutlined as Block, Check } from '../../base/icons/screens.tsx'
import styles from './ScanAnswer.module.css'
import type { Shown } from './useScans.ts'
import { yesMs } from './yesMs.ts'

const Icons = { yes: Check, no: Block, next: QrCode }

type Props = { shown: Shown; onDismiss: () => void }

/**
 * What came of a scan, over the whole screen, readable at arm's length. A yes goes by itself; a no stays until somebody has seen
 * it. A tap anywhere goes on; so does the next scan.
 */
export function ScanAnswer({ shown, onDismiss }: Props) {
  const { kind, headline, message, number } = shown
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const timer = kind === 'yes' ? setTimeout(() => dismiss(), yesMs) : undefined
    return () => clearTimeout(timer)
  }, [kind])
  const Icon = Icons[kind]
  return (
    <button type="button" className={clsx(styles.answer, styles[kind])} onClick={onDismiss}>
      <Icon size="clamp(72px, 22vmin, 200px)" />
      <span role={kind === 'no' ? 'alert' : 'status'} className={styles.words}>
        <span className={styles.headline}>{headline}</span>
        {number !== null && <span className={styles.number}>{number}</span>}
        <span className={styles.message}>{message}</span>
      </span>
      <span className={styles.go}>Next scan</span>
    </button>
  )
}
