import { getProfile, signOut } from '@our-print/contract/people/session.ts'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refuse, stubServer } from '../../../test/renderPage.tsx'
import { call } from '../../base/api/call.ts'
import { schemeKey } from '../../base/page/scheme.ts'
import { Router, useLocation } from '../../base/router/router.tsx'
import { SignInFirst } from './SignInFirst.tsx'
import { endSession, startSession, useRole } from './session.ts'

const user = { id: 'a', email: 'a@b.in', full_name: 'A', is_superuser: false }

const Screen = () => {
  const { pathname, search } = useLocation()
  const role = useRole()
  if (pathname === '/login') return <p>{`at ${pathname}${search}`}</p>
  return role ? <p>secret</p> : <SignInFirst />
}

const guarded = () => {
  window.history.replaceState(null, '', '/order/7?page=2')
  render(
    <Router>
      <Screen />
    </Router>,
  )
}

test('without a token the sign-in screen opens, and then the wanted screen', () => {
  guarded()
  expect(screen.getByText('at /login?return_to=%2Forder%2F7%3Fpage%3D2')).toBeVisible()
})

test('a 401 from any call ends the session', async () => {
  stubServer([refuse(getProfile, 401, {})])
  startSession({ token: 't', user })
  guarded()
  expect(screen.getByText('secret')).toBeVisible()
  await act(() => call(getProfile, {}).catch(() => undefined))
  expect(localStorage.getItem('token')).toBeNull()
  expect(screen.getByText(/^at \/login/)).toBeVisible()
})

test('every request has the token; signing out tells the server and clears the storage', async () => {
  const calls = stubServer([answer(signOut, null)])
  startSession({ token: 't', user })
  await endSession()
  expect(calls.map(({ url, headers }) => [url.pathname, headers.get('Authorization')])).toEqual([
    ['/api/logout', 'Token t'],
  ])
  expect(localStorage).toHaveLength(0)
})

test('the rows and columns of lists stay after signing out, each person’s own', async () => {
  stubServer([refuse(signOut, 503, {})])
  startSession({ token: 't', user })
  localStorage.setItem('list:someone:/users', '{"size":50}')
  await endSession()
  expect(Object.entries(localStorage)).toEqual([['list:someone:/users', '{"size":50}']])
})

test('the choice of dark mode stays after signing out', async () => {
  stubServer([refuse(signOut, 503, {})])
  startSession({ token: 't', user })
  localStorage.setItem(schemeKey, 'dark')
  await endSession()
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem(schemeKey)).toBe('dark')
})
