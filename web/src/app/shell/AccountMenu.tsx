import { Menu, MenuItem, type OpenMenu } from '../../base/ui/Menu.tsx'
import { signOutHere, useRole } from '../../people/session/session.ts'

export default function AccountMenu(props: OpenMenu) {
  const role = useRole()
  return (
    <Menu {...props}>
      {role === 'admin' && <MenuItem to="/update_password">Update Password</MenuItem>}
      <MenuItem onClick={() => void signOutHere()}>Logout</MenuItem>
    </Menu>
  )
}
