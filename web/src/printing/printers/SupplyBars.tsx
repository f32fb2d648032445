import type { PrinterSupply } from '@our-print/contract/printing/printerStatus.ts'
import { Text } from '../../base/ui/Text.tsx'
import styles from './SupplyBars.module.css'

/** Percent from which on the next one should be at hand. */
const low = 10

/** Printers name pure colours, which glare; black must be seen on a dark page. */
const inks: Record<string, string> = {
  '#000000': 'var(--text)',
  '#00ffff': '#00a3d7',
  '#ff00ff': '#d6247f',
  '#ffff00': '#f2c200',
}

/** Two may have the same name; none moves. */
const numbered = (supplies: readonly PrinterSupply[]) =>
  supplies.map((supply, at) => ({ ...supply, id: String(at) }))

/** How much toner, ink and the like a printer has. */
export const SupplyBars = ({ supplies }: { supplies: readonly PrinterSupply[] }) => (
  <div className={styles.supplies}>
    {numbered(supplies).map(({ id, ...supply }) => (
      <Supply key={id} supply={supply} />
    ))}
  </div>
)

function Supply({ supply: { name, level, color } }: { supply: PrinterSupply }) {
  const isLow = level !== null && level <= low
  return (
    <>
      <Text size="small" tone="muted">
        {name}
      </Text>
      {/* The text beside it says the same. */}
      <span aria-hidden className={styles.bar}>
        <span
          className={styles.level}
          style={{ width: `${level ?? 0}%`, background: inks[color ?? ''] ?? color ?? undefined }}
        />
      </span>
      <Text size="small" align="right" strong={isLow} tone={isLow ? 'danger' : undefined}>
        {level === null ? 'unknown' : `${level} %`}
      </Text>
    </>
  )
}
