import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode } from 'react'
import { lazyPart } from '../feedback/lazyPart.tsx'
import { MoreVert } from '../icons/screens.tsx'
import { usePopup } from '../page/usePopup.ts'
import type { RowAction } from './RowMenuList.tsx'

const RowMenuList = lazyPart(() => import('./RowMenuList.tsx'))

type Props = {
  name: string
  actions: readonly RowAction[]
  /** Closes this many milliseconds after the mouse has left the menu and its card or row. */
  clearsAfter?: number
  /** At the bottom of the screen: the menu is above the dots, so that a second tap chooses nothing. */
  above?: boolean
}

/** More actions on a row, behind three dots. */
export function RowMenu({ name, actions, clearsAfter, above = false }: Props) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <IconButton
        size="small"
        aria-label={`More actions for ${name}`}
        onMouseEnter={RowMenuList.preload}
        onFocus={RowMenuList.preload}
        {...button}
      >
        <MoreVert />
      </IconButton>
      {anchor && (
        <RowMenuList
          anchor={anchor}
          actions={actions}
          clearsAfter={clearsAfter}
          above={above}
          onClose={close}
        />
      )}
    </>
  )
}

/** The small buttons at the end of a row. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      display: 'flex',
      justifyContent: 'flex-end',
      alignItems: 'center',
      gap: 0.5,
      mt: { xs: -0.5, md: 0 },
      // Looks like what can be pressed, not like a fact in bold.
      '& .MuiButton-root': {
        minWidth: 44,
        px: 1.25,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      },
      '& .MuiButton-root:hover': { borderColor: 'text.disabled', bgcolor: 'action.hover' },
    }}
  >
    {children}
  </Box>
)
