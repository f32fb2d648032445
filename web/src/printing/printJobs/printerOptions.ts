import type { PrinterChoice } from '@our-print/contract/printing/printJobs.ts'
import { plural } from '../../base/format/format.ts'
import type { PrinterOption } from './PrinterRadios.tsx'

const loadText = ({ open_impressions, minutes }: PrinterChoice) =>
  open_impressions === 0
    ? 'Free'
    : `${plural(open_impressions, 'side')} before it, about ${plural(Math.max(minutes, 1), 'minute')}`

/** A printer that cannot print now can be chosen, and keeps the job until it can; one that never can is shown with the reason. */
export const printerOption = (choice: PrinterChoice): PrinterOption => ({
  value: choice.id,
  label: choice.name,
  hint:
    choice.why_not === null
      ? loadText(choice)
      : choice.is_able
        ? `${choice.why_not} The job waits until it prints again.`
        : choice.why_not,
  disabled: !choice.is_able,
})
