import { needsHelp } from '@our-print/contract/printing/printerReasons.ts'
import type { Printer } from '@our-print/contract/printing/printers.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined as Failed,
  RemoveCircleOutlined as RemoveCircle,
  Schedule,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'
import { PrintOutlined as Print } from '../../base/icons/screens.tsx'

/** How a printer is, as a label. */
export function PrinterState({
  printer: { is_active, status },
}: {
  printer: Pick<Printer, 'is_active' | 'status'>
}) {
  if (!is_active) return <Tag label="Deactivated" Icon={RemoveCircle} tone="off" />
  if (status?.state === 'idle' && needsHelp(status.reasons)) {
    return <Tag label="Needs attention" Icon={Warning} />
  }
  switch (status?.state) {
    case 'idle':
      return <Tag label="Ready" Icon={CheckCircle} tone="good" />
    case 'processing':
      return <Tag label="Printing" Icon={Print} tone="good" />
    case 'stopped':
      return <Tag label="Stopped" Icon={Warning} />
    case 'unreachable':
      return <Tag label="Does not answer" Icon={Failed} />
    default:
      return <Tag label="Not asked yet" Icon={Schedule} tone="off" />
  }
}
