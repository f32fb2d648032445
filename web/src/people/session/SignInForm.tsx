import type { signIn } from '@our-print/contract/people/session.ts'
import { type InputHTMLAttributes, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { ApiError, send } from '../../base/api/call.ts'
import { useFrozenWhilePressed } from '../../base/form/useFrozenWhilePressed.ts'
import { close, crossedEye, error as errorSign, eye } from '../../base/icons/paths.ts'
import { colorVariables, font } from '../../base/page/colors.ts'
import logo from '../../base/page/logo.svg?inline'
import { nonce } from '../../base/page/nonce.ts'
import { startSession } from './session.ts'
import css from './signIn.css?inline'

const required = 'This field is Required'
const noErrors = { email: '', password: '' }

type Values = { email: string; password: string }

const check = ({ email, password }: Values) => ({
  email: email.trim() ? '' : required,
  password: password ? '' : required,
})

const styles = `${colorVariables}body{font-family:${font}}${css}`

/**
 * The first thing that a person sees, on any device: without the libraries for components, styles, forms,
 * schemas and addresses, so that it shows fast. `leaving` when
 * somebody is signed in, and the next screen loads.
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
    error: shownErrors[name] || undefined,
  })

  return (
    <main className="sign-in">
      <style nonce={nonce}>{styles}</style>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <header>
          <img src={logo} alt="" width={28} height={28} />
          Our Print
        </header>
        <h1>Sign In</h1>
        <Input label="Email" type="email" autoComplete="username" autoFocus {...input('email')} />
        <PasswordInput {...input('password')} />
        <button type="submit" disabled={busy} aria-label={busy ? 'Login' : undefined}>
          {busy ? <span className="spinner" /> : 'Login'}
        </button>
      </form>
      {refusal && <Refusal {...refusal} onClose={() => setRefusal(undefined)} />}
    </main>
  )
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { error: string | undefined }

function PasswordInput(props: InputProps) {
  const [shown, setShown] = useState(false)
  return (
    <Input
      {...props}
      label="Password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
    >
      <button
        type="button"
        className="eye"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon path={shown ? crossedEye : eye} />
      </button>
    </Input>
  )
}

/** A label above an input, and its error below. */
function Input({ label, error, children, ...input }: InputProps & { label: string; children?: ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <div className="input">
        <input id={id} aria-describedby={error && `${id}-error`} aria-invalid={Boolean(error)} {...input} />
        {children}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Looks and behaves as a toast, whose library this page has not loaded: the animation ends after three seconds. */
const Refusal = ({ message, onClose }: { message: string; onClose: () => void }) => (
  <div className="refusal" role="alert" data-toast="" onAnimationEnd={onClose}>
    <Icon path={errorSign} />
    <span>{message}</span>
    <button type="button" aria-label="Dismiss" onClick={onClose}>
      <Icon path={close} />
    </button>
  </div>
)

const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d={path} />
  </svg>
)
