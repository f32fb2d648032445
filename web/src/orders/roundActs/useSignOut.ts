import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { plural } from '../../base/format/format.ts'
import { useHistory } from '../../base/router/router.tsx'
import { signOutHere } from '../../people/session/session.ts'
import { useActs } from './roundActs.ts'

/** Signs the person out; before that it asks where something waits to be sent, or was typed and not saved. */
export function useSignOut(): () => Promise<void> {
  const acts = useActs()
  const confirm = useConfirm()
  const history = useHistory()
  return async () => {
    const question = {
      title: `Sign out with ${plural(acts.length, 'act')} to send?`,
      body: 'They stay on this phone, sealed, until you sign in here again. The office does not know of them yet.',
      action: 'Logout',
      cancel: 'Stay',
    }
    if (acts.length === 0 || (await confirm(question))) history.leave(() => void signOutHere())
  }
}
