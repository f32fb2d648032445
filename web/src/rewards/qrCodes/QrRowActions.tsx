import Button from '@mui/material/Button'
import type { QrCode } from '@our-print/contract/rewards/qrCodes.ts'
import { useNavigate } from 'react-router'
import { RowActions } from '../../base/list/RowActions.tsx'
import { RowMenu } from '../../base/list/RowMenu.tsx'
import type { Open } from './qrTexts.ts'
import { codeName, type ListedCode } from './qrTexts.ts'

export type RowActionHandlers = {
  open: (dialog: Open) => void
  setActive: (code: QrCode, is_active: boolean) => Promise<unknown>
}

/** The actions on one QR code, in its row. */
export function QrRowActions({ code, handlers }: { code: ListedCode; handlers: RowActionHandlers }) {
  const navigate = useNavigate()
  const { open, setActive } = handlers
  return (
    <RowActions>
      <Button
        size="small"
        color="inherit"
        aria-description={codeName(code)}
        onClick={() => open({ what: 'view', code })}
      >
        View
      </Button>
      <RowMenu
        name={codeName(code)}
        actions={[
          { label: 'Scans', onClick: () => void navigate(`/qr_codes?tab=scans&id=${code.id}`) },
          { label: 'Print labels', onClick: () => open({ what: 'labels', codes: [code] }) },
          { label: 'Edit', onClick: () => open({ what: 'edit', code }) },
          {
            label: code.is_active ? 'Deactivate' : 'Activate',
            onClick: () => void setActive(code, !code.is_active),
          },
        ]}
      />
    </RowActions>
  )
}
