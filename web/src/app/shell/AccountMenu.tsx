import { Menu, MenuItem, type OpenMenu } from '../../base/ui/Menu.tsx'
import { useSignOut } from '../../orders/roundActs/useSignOut.ts'
import { useRole } from '../../people/session/session.ts'

export default function AccountMenu(props: OpenMenu) {
  const role = useRole()
  const signOut = useSignOut()
  return (
    <Menu {...props}>
      {role === 'admin' && <MenuItem to="/update_password">Update Password</MenuItem>}
      <MenuItem onClick={() => void signOut()}>Logout</MenuItem>
    </Menu>
  )
}
