import { useQueryClient } from '@tanstack/react-query'
import { useKeptSince } from '../../base/api/keepAnswers.ts'
import { formatTime } from '../../base/format/format.ts'
import styles from './KeptNotice.module.css'

/** How old it is what stands on the screen until the server has answered. */
export function KeptNotice() {
  const since = useKeptSince(useQueryClient())
  return since === undefined ? null : <output className={styles.notice}>As of {formatTime(since)}</output>
}
