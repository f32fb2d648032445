import type { Profile, signIn } from '@our-print/contract/people/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { ApiError, send } from '../../base/api/call.ts'
import { releaseViewer, useIsHeld } from '../../base/api/useViewer.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { PasswordField } from '../../base/ui/PasswordField.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { profileQuery } from './profile.ts'
import { startSession } from './session.ts'

/** Where a session ends while something is typed: its person signs in over the page, and goes on as if nothing had been. */
export default function SignInAgain() {
  const isHeld = useIsHeld()
  const email = useQueryClient().getQueryData<Profile>(profileQuery.queryKey)?.email
  const isUnknown = isHeld && email === undefined
  useEffect(() => {
    if (isUnknown) releaseViewer()
  }, [isUnknown])
  return isHeld && email !== undefined ? <PasswordDialog email={email} /> : null
}

/** Only the password is asked for: nobody else may send what this person typed. */
function PasswordDialog({ email }: { email: string }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    if (password === '') return setError('This field is Required')
    setSending(true)
    try {
      startSession(
        await send<typeof signIn>({ method: 'POST', url: '/api/admin-login' }, { body: { email, password } }),
      )
      // Some were refused meanwhile.
      void client.invalidateQueries()
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : 'Signing in did not work. Please try again.')
      setSending(false)
    }
  }

  return (
    <Dialog
      title="Sign in to go on"
      hidesPage
      // By its buttons only: what is behind it belongs to this person.
      onClose={() => {}}
      onSubmit={(event) => void submit(event as SubmitEvent<HTMLFormElement>)}
      actions={
        <>
          <Button disabled={isSending} onClick={releaseViewer}>
            Leave
          </Button>
          <Button type="submit" look="primary" loading={isSending}>
            Sign in
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text as="div" tone="muted">
          Your session has ended. What you typed is still here. If you leave, it may be lost.
        </Text>
        <Field label="Email">
          {(wiring) => <Input {...wiring} type="email" autoComplete="username" readOnly value={email} />}
        </Field>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(undefined)
          }}
        />
      </Stack>
    </Dialog>
  )
}
