import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { plural } from '../../base/format/format.ts'
import { Menu, MenuItem, type OpenMenu } from '../../base/ui/Menu.tsx'
import { useActs } from '../../orders/roundActs/roundActs.ts'
import { signOutHere, useRole } from '../../people/session/session.ts'

export default function AccountMenu(props: OpenMenu) {
  const role = useRole()
  const acts = useActs()
  const confirm = useConfirm()

  async function signOut() {
    const question = {
      title: `Sign out with ${plural(acts.length, 'act')} to send?`,
      body: 'They stay on this phone, sealed, until you sign in here again. The office does not know of them yet.',
      action: 'Logout',
      cancel: 'Stay',
    }
    if (acts.length === 0 || (await confirm(question))) await signOutHere()
  }

  return (
    <Menu {...props}>
      {role === 'admin' && <MenuItem to="/update_password">Update Password</MenuItem>}
      <MenuItem onClick={() => void signOut()}>Logout</MenuItem>
    </Menu>
  )
}
