import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { type KeyGroup, listKeys, recordKeys } from '../../base/page/keys.ts'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { Key } from './Key.tsx'

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

const everywhere: KeyGroup = {
  where: 'Everywhere',
  keys: [
    { keys: ['Mod', 'K'], what: 'Find anything' },
    { keys: ['?'], what: 'Show these keys' },
    { keys: ['Esc'], what: 'Close what is open' },
  ],
}

const inPalette: KeyGroup = {
  where: 'In Find anything',
  keys: [
    { keys: ['↑'], what: 'Previous' },
    { keys: ['↓'], what: 'Next' },
    { keys: ['Home'], what: 'First' },
    { keys: ['End'], what: 'Last' },
    { keys: ['Enter'], what: 'Open' },
    { keys: ['Mod', 'Enter'], what: 'Open in a new tab' },
  ],
}

/** All keys of the app, as its sheet of keys shows them. Whoever adds a key adds it to its group, or a group here. */
export const keyGroups: readonly KeyGroup[] = [everywhere, listKeys, recordKeys, inPalette]
