import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { resolve } from './history.ts'
import { matchPath } from './matchPath.ts'
import { Link, Router, useHistory, useLocation, useNavigate, useWay } from './router.tsx'

test.each([
  ['/order/:id', '/order/7', { id: '7' }],
  ['/order/:id', '/Order/7/', { id: '7' }],
  ['/order/:id', '/order/a%20b', { id: 'a b' }],
  ['/order/:id', '/order/100%', { id: '100%' }],
  ['/order/:id', '/order', undefined],
  ['/order/:id', '/order/7/files', undefined],
  ['/users', '/users', {}],
])('%s of %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})

test.each([
  ['/users', { pathname: '/users', search: '', hash: '' }],
  ['?page=2', { pathname: '/here', search: '?page=2', hash: '' }],
  ['?', { pathname: '/here', search: '', hash: '' }],
  ['/a?b#c?d', { pathname: '/a', search: '?b', hash: '#c?d' }],
  [{ search: '?page=2' }, { pathname: '/here', search: '?page=2', hash: '' }],
])('%j is resolved where it stands', (to, place) => {
  expect(resolve(to, '/here')).toEqual(place)
})

function Where() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { back } = useHistory()
  return (
    <>
      <output>{`${useWay()} ${pathname}${search}`}</output>
      <Link to="/next">Next</Link>
      <Link to="/next" target="_blank">
        New tab
      </Link>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => back('/home?of=it')}>
        Out
      </button>
    </>
  )
}

beforeEach(() => {
  // What the tab showed before the app.
  window.history.pushState(null, '', '/')
  window.history.replaceState(null, '', '/first')
  render(
    <Router>
      <Where />
    </Router>,
  )
})

const expectAt = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
const click = (name: string) => userEvent.click(screen.getByText(name))

test('a link goes on in the app, and Back leads back', async () => {
  await expectAt('pop /first')
  await click('Next')
  await expectAt('push /next')
  await click('Back')
  await expectAt('pop /first')
})

test('a link to where one is makes no second entry', async () => {
  await click('Next')
  const { length } = window.history
  await click('Next')
  await expectAt('replace /next')
  expect(window.history).toHaveLength(length)
})

test('a click for another tab is left to the browser', () => {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  act(() => void screen.getByText('Next').dispatchEvent(click))
  expect(click.defaultPrevented).toBe(false)
  const other = new MouseEvent('click', { bubbles: true, cancelable: true })
  act(() => void screen.getByText('New tab').dispatchEvent(other))
  expect(other.defaultPrevented).toBe(false)
  expect(screen.getByRole('status')).toHaveTextContent('pop /first')
})

test('the way out of a screen is where one came from, and its home where the tab began there', async () => {
  await expectAt('pop /first')
  await click('Out')
  await expectAt('push /home?of=it')
  await click('Out')
  await expectAt('pop /first')
})
