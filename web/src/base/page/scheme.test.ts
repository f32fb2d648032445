import { afterEach, expect, test } from 'vitest'
import { chooseScheme, followScheme, schemeKey } from './scheme.ts'

const shown = () => document.documentElement.dataset['theme']

afterEach(() => delete document.documentElement.dataset['theme'])

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['system', 'light'],
  [null, 'light'],
  ['green', 'light'],
])('with %s on this device the page is %s', (chosen, scheme) => {
  if (chosen) localStorage.setItem(schemeKey, chosen)
  followScheme()
  expect(shown()).toBe(scheme)
})

test('a choice shows at once and stays on the device', () => {
  followScheme()
  chooseScheme('dark')
  expect(shown()).toBe('dark')
  followScheme()
  expect(shown()).toBe('dark')
  chooseScheme('system')
  expect(shown()).toBe('light')
})
