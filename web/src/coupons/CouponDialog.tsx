import { FormDialog } from '../dialog/FormDialog.tsx'
import type { FrameProps } from './CouponPanel.tsx'

/** The form where there is no room for it beside the cards. */
export default function CouponDialog({ closable: _always, children, ...frame }: FrameProps) {
  return <FormDialog {...frame}>{children}</FormDialog>
}
