import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { User } from '@our-print/contract/users.ts'
import { type ComponentType, Suspense, useState } from 'react'

type Props = {
  user: User
  /** Loaded when it is needed. */
  dialog: ComponentType<{ customer: User; onClose: () => void }>
  children: string
}

/** Above what a customer bought: sells them another. */
export function SellButton({ user, dialog: Dialog, children }: Props) {
  const [selling, setSelling] = useState(false)
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
      <Button variant="outlined" color="inherit" disabled={!user.is_active} onClick={() => setSelling(true)}>
        {children}
      </Button>
      {selling && (
        <Suspense fallback={null}>
          <Dialog customer={user} onClose={() => setSelling(false)} />
        </Suspense>
      )}
    </Box>
  )
}
