import { Loading } from '../../base/feedback/Loading.tsx'
import styles from './PdfPreview.module.css'

type Props = { maxHeight?: number | undefined }

/** In place of a page that is not drawn yet: as high as one of A4, so that nothing moves when it comes. */
export const WaitingPage = ({ maxHeight }: Props) => (
  <div className={styles.waiting} style={{ maxHeight }}>
    <Loading of="part" />
  </div>
)

/** In place of the whole preview. */
export const PdfWaiting = ({ maxHeight }: Props) => (
  <div>
    <div className={styles.toolbar} />
    <div className={styles.frame}>
      <WaitingPage maxHeight={maxHeight} />
    </div>
  </div>
)
