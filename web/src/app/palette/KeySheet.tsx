import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { Key } from './Key.tsx'
import { keyGroups } from './keyGroups.ts'

/** All keys of the keyboard, by where they work. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
  const id = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Keyboard shortcuts</DialogTitle>
      {/* It scrolls on a phone, and has nothing else that takes the focus. */}
      <DialogContent tabIndex={0}>
        <Box sx={{ columns: { sm: 2 }, columnGap: 4 }}>
          {keyGroups.map(({ where, keys }) => (
            <Box key={where} component="section" sx={{ breakInside: 'avoid', pb: 2 }}>
              <Typography variant="h3" sx={{ pb: 0.5 }}>
                {where}
              </Typography>
              <Box component="dl" sx={{ m: 0 }}>
                {keys.map(({ keys, what }) => (
                  <Box
                    key={what}
                    sx={{
                      display: 'flex',
                      justifyContent: 'space-between',
                      gap: 2,
                      py: 0.5,
                      typography: 'body2',
                    }}
                  >
                    <Box component="dt" sx={{ order: 1 }}>
                      <Key keys={keys} />
                    </Box>
                    <Box component="dd" sx={{ m: 0 }}>
                      {what}
                    </Box>
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <SecondaryButton onClick={onClose} autoFocus>
          Close
        </SecondaryButton>
      </DialogActions>
    </Dialog>
  )
}
