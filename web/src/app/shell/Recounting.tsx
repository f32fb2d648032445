import { clsx } from 'clsx'
import { Alert } from '../../base/ui/Alert.tsx'
import styles from './Shell.module.css'

/** After the time zone of the shop was changed. It goes by itself. */
export default function Recounting() {
  return (
    <output className={clsx(styles.notice, 'noprint')}>
      <Alert severity="info" role="none">
        The time zone was changed. Figures by day are being counted again and are not right until this notice
        goes.
      </Alert>
    </output>
  )
}
