import MenuItem from '@mui/material/MenuItem'
import { useNavigate } from 'react-router'
import { signOutHere, useRole } from '../../people/session/session.ts'
import { BarMenuList, type BarMenuProps } from './BarMenuList.tsx'

export default function AccountMenu({ anchor, onClose }: BarMenuProps) {
  const navigate = useNavigate()
  const role = useRole()
  return (
    <BarMenuList anchor={anchor} onClose={onClose}>
      {role === 'admin' && (
        <MenuItem
          onClick={() => {
            onClose()
            void navigate('/update_password')
          }}
        >
          Update Password
        </MenuItem>
      )}
      <MenuItem onClick={() => void signOutHere()}>Logout</MenuItem>
    </BarMenuList>
  )
}
