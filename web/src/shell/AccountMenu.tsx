import AccountCircle from '@mui/icons-material/AccountCircleOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOutHere, useRole } from '../session/session.ts'

/** Update Password (super admins), Logout. */
export function AccountMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const navigate = useNavigate()
  const role = useRole()
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        color="inherit"
        aria-label="Account"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountCircle fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {role === 'admin' && (
          <MenuItem
            onClick={() => {
              close()
              void navigate('/update_password')
            }}
          >
            Update Password
          </MenuItem>
        )}
        <MenuItem onClick={() => void signOutHere()}>Logout</MenuItem>
      </Menu>
    </>
  )
}
