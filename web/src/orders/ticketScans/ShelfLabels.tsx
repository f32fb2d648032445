import { shelfText } from '@our-print/contract/orders/scannedText.ts'
import { clsx } from 'clsx'
import { QrCode } from '../../rewards/qrCodes/QrCode.tsx'
import styles from './ShelfLabels.module.css'

/** The labels of these places, two beside each other on paper. */
export default function ShelfLabels({ places }: { places: readonly string[] }) {
  return (
    <ul aria-label="Labels" className={styles.sheet}>
      {places.map((place) => (
        <li key={place} className={styles.label}>
          <div className={styles.code}>
            <QrCode text={shelfText(place)} label={`Code of shelf place ${place}`} />
          </div>
          <div className={clsx(styles.place, place.length > 2 && styles.long)}>{place}</div>
        </li>
      ))}
    </ul>
  )
}
