import { useLocation } from '../../base/router/router.tsx'
import { Menu, MenuItem, type OpenMenu } from '../../base/ui/Menu.tsx'
import { useSignOut } from '../../orders/roundActs/useSignOut.ts'
import { useRole } from '../../people/session/session.ts'
import { placeAmong } from './placeOf.ts'

export default function AccountMenu(props: OpenMenu) {
  const role = useRole()
  const { pathname } = useLocation()
  const signOut = useSignOut()
  return (
    <Menu {...props}>
      {role === 'admin' && (
        <MenuItem to="/update_password" current={placeAmong(pathname, ['/update_password']) !== undefined}>
          Update Password
        </MenuItem>
      )}
      <MenuItem onClick={() => void signOut()}>Logout</MenuItem>
    </Menu>
  )
}
