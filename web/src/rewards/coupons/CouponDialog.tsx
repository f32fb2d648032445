import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import type { FrameProps } from './CouponPanel.tsx'

/** The form in a dialog, where the window is too narrow to show it next to the cards. */
export default function CouponDialog({ closable: _always, children, ...frame }: FrameProps) {
  return <FormDialog {...frame}>{children}</FormDialog>
}
