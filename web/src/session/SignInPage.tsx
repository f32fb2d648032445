import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import type { signIn } from '@our-print/contract/session.ts'
import { type SubmitEvent, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { ApiError, send } from '../api/call.ts'
import { toast } from '../feedback/toast.tsx'
import { Field } from '../form/Field.tsx'
import { PasswordField } from '../form/PasswordField.tsx'
import { useFrozenWhilePressed } from '../form/useFrozenWhilePressed.ts'
import { Logo } from '../page/Logo.tsx'
import { startSession, useRole } from './session.ts'

const required = 'This field is Required'
const noErrors = { email: '', password: '' }

type Values = { email: string; password: string }

const check = ({ email, password }: Values) => ({
  email: email.trim() ? '' : required,
  password: password ? '' : required,
})

/** Only paths of this app: no redirects to other sites. */
const safePath = (path: string | null) => (path && /^\/(?![/\\])/.test(path) ? path : '/')

/** Without form and schema libraries, so that the first screen loads fast. */
export function SignInPage() {
  const role = useRole()
  const [search] = useSearchParams()
  const [values, setValues] = useState<Values>({ email: '', password: '' })
  const [errors, setErrors] = useState<Record<string, string>>(noErrors)
  const [busy, setBusy] = useState(false)
  const shownErrors = useFrozenWhilePressed(errors)

  if (role) return <Navigate to={safePath(search.get('return_to'))} replace />

  const touch = (name: keyof Values) => () =>
    setErrors((errors) => ({ ...errors, [name]: check(values)[name] }))

  const change = (name: keyof Values) => (event: { target: { value: string } }) => {
    const next = { ...values, [name]: event.target.value }
    setValues(next)
    if (errors[name]) setErrors({ ...errors, [name]: check(next)[name] })
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = check(values)
    setErrors(wrong)
    if (busy || wrong.email || wrong.password) return
    setBusy(true)
    try {
      const session = await send<typeof signIn>({ method: 'POST', url: '/api/admin-login' }, { body: values })
      // The message of a failed attempt must not outlive it, nor that of a session that has ended.
      toast.clear()
      startSession(session)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  function refused(error: unknown) {
    const fields = error instanceof ApiError && error.status === 400 ? error.fields : {}
    setErrors({ ...noErrors, ...fields })
    if (fields['email'] || fields['password']) return
    toast.snack(error instanceof ApiError ? error.message : 'Signing in did not work. Please try again.')
  }

  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: { sm: 'center' }, p: 2 }}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{
          width: '100%',
          maxWidth: 384,
          display: 'grid',
          gap: 2,
          p: { xs: 1, sm: 4 },
          mt: { xs: 4, sm: 0 },
          mx: 'auto',
          alignContent: 'start',
          borderRadius: 3,
          border: { sm: 1 },
          borderColor: { sm: 'divider' },
          bgcolor: { sm: 'background.paper' },
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <Logo size={28} />
          <Typography variant="subtitle1" component="p">
            Our Print
          </Typography>
        </Box>
        <Typography variant="h1">Sign In</Typography>
        <Field label="Email" error={shownErrors['email'] || undefined}>
          {(wiring) => (
            <OutlinedInput
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={values.email}
              onChange={change('email')}
              onBlur={touch('email')}
              slotProps={{ input: wiring }}
            />
          )}
        </Field>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={shownErrors['password'] || undefined}
          value={values.password}
          onChange={change('password')}
          onBlur={touch('password')}
        />
        <Button type="submit" variant="contained" fullWidth loading={busy} sx={{ mt: 1, minHeight: 40 }}>
          Login
        </Button>
      </Box>
    </Box>
  )
}
