import { languageNames, officeLanguages } from '@our-print/contract/customer/languages.ts'
import type { signIn } from '@our-print/contract/people/session.ts'
import { type SubmitEvent, useState } from 'react'
import { ApiError, send } from '../../base/api/call.ts'
import { useFrozenWhilePressed } from '../../base/form/useFrozenWhilePressed.ts'
import { language } from '../../base/format/locale.ts'
import { Close, ErrorOutlined } from '../../base/icons/parts.tsx'
import { chooseLanguage } from '../../base/page/chooseLanguage.ts'
import { Logo } from '../../base/page/Logo.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { PasswordField } from '../../base/ui/PasswordField.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import styles from './SignInForm.module.css'
import { startSession } from './session.ts'

const required = 'This field is Required'
const noErrors = { email: '', password: '' }

type Values = { email: string; password: string }

const check = ({ email, password }: Values) => ({
  email: email.trim() ? '' : required,
  password: password ? '' : required,
})

/**
 * The first thing that a person sees, on any device: without the libraries for forms, schemas and addresses, so that it shows
 * fast. `leaving` when somebody is signed in, and the next screen loads.
 */
export function SignInForm({ leaving = false }: { leaving?: boolean }) {
  const [values, setValues] = useState<Values>({ email: '', password: '' })
  const [errors, setErrors] = useState<Record<string, string>>(noErrors)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<{ message: string }>()
  const shownErrors = useFrozenWhilePressed(errors)
  const busy = sending || leaving

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
    setSending(true)
    setRefusal(undefined)
    try {
      startSession(await send<typeof signIn>({ method: 'POST', url: '/api/admin-login' }, { body: values }))
    } catch (error) {
      refused(error)
    } finally {
      setSending(false)
    }
  }

  function refused(error: unknown) {
    const fields = error instanceof ApiError && error.status === 400 ? error.fields : {}
    setErrors({ ...noErrors, ...fields })
    if (fields['email'] || fields['password']) return
    const message = error instanceof ApiError ? error.message : 'Signing in did not work. Please try again.'
    setRefusal({ message })
  }

  const input = (name: keyof Values) => ({
    name,
    value: values[name],
    onChange: change(name),
    onBlur: touch(name),
  })

  return (
    <main className={styles.page}>
      <form noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
        <header className={styles.brand}>
          <Logo size={28} />
          Our Print
        </header>
        <Heading level="h1">Sign In</Heading>
        <Field label="Email" error={shownErrors['email']}>
          {(wiring) => (
            <Input {...wiring} {...input('email')} type="email" autoComplete="username" autoFocus />
          )}
        </Field>
        <PasswordField
          {...input('password')}
          label="Password"
          autoComplete="current-password"
          error={shownErrors['password']}
        />
        <Button
          type="submit"
          look="primary"
          full
          loading={busy}
          disabled={busy}
          aria-label={busy ? 'Login' : undefined}
        >
          Login
        </Button>
        <Text size="small" tone="muted" flow="wrap">
          Forgot your password? Whoever manages the staff can give you a new one.
        </Text>
        {officeLanguages.map(
          (one) =>
            one !== language && (
              <Button key={one} look="plain" tone="muted" onClick={() => void chooseLanguage(one)}>
                <span lang={one}>{languageNames[one]}</span>
              </Button>
            ),
        )}
      </form>
      {refusal && <Refusal {...refusal} onClose={() => setRefusal(undefined)} />}
    </main>
  )
}

/** The specification's snackbar, for three seconds: the end of the animation closes it. */
const Refusal = ({ message, onClose }: { message: string; onClose: () => void }) => (
  <div className={styles.refusal} role="alert" data-toast="" onAnimationEnd={onClose}>
    <ErrorOutlined />
    <span className={styles.message}>{message}</span>
    <button type="button" aria-label="Dismiss" className={styles.dismiss} onClick={onClose}>
      <Close size={18} />
    </button>
  </div>
)
