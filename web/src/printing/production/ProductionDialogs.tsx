import type { PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import { CostsDialog } from './CostsDialog.tsx'
import { ExplainDialog, type UnexplainedGap } from './ExplainDialog.tsx'
import { CorrectionDialog, ReadingDialog } from './ReadingDialog.tsx'

type Props = {
  open: 'costs' | 'reading' | { correct: PrinterReading } | UnexplainedGap
  onClose: () => void
}

/** The dialogs of production, loaded together when the first one opens. */
export default function ProductionDialogs({ open, onClose }: Props) {
  if (open === 'costs') return <CostsDialog onClose={onClose} />
  if (open === 'reading') return <ReadingDialog onClose={onClose} />
  if ('correct' in open) return <CorrectionDialog of={open.correct} onClose={onClose} />
  return <ExplainDialog gap={open} onClose={onClose} />
}
