import '@testing-library/jest-dom/vitest'
import { setCurrency, usualCurrency } from '@our-print/contract/money/currency.ts'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { releaseViewer } from '../src/base/api/useViewer.ts'
import { noteDrawn } from '../src/base/feedback/useIsDrawn.ts'
import './dialogs.ts'
import { untilAllCame } from './lateAnswers.ts'
import { screenOf } from './screenOf.ts'

// Lazily loaded dialogs take time on a busy machine; a passing test never waits this long.
configure({ asyncUtilTimeout: 50_000 })

// React records a stack of calls for the first 10,000 elements of each second, which took a sixth of the time of these tests:
// as if so many were made already.
const internals: object = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// Nothing closes by itself while a busy machine looks for its button; toast.alone.test.tsx has the real clock.
vi.mock('../src/base/feedback/closeLater.ts', () => ({ closeLater: () => () => {} }))

// jsdom draws frames and corrects the focus by an interval that ends when there is no more to do. Begun on a test's clock it
// would never end, and no frame would come in any later file of the worker.
const useRealTimers = vi.useRealTimers.bind(vi)
vi.useRealTimers = () => {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(1000 / 30)
  return useRealTimers()
}

// A timer that outlives the last test of a worker finds no page any more: React would throw outside of all tests.
const { setTimeout: start } = globalThis
globalThis.setTimeout = Object.assign(
  (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
    const runInPage = () => (typeof window === 'undefined' ? undefined : run(...values))
    return start(runInPage, ms)
  },
  start,
)

// As on every screen but the first one.
noteDrawn()

beforeEach(() => screenOf(1280))

afterEach(async () => {
  await untilAllCame()
  cleanup()
  localStorage.clear()
  // A screen that waits for its person to sign in again.
  releaseViewer()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  // The zone of the shop, which its page says, and its currency.
  delete document.documentElement.dataset['timeZone']
  setCurrency(usualCurrency)
  // A test that fails half-way must not leave its clock or its fetch to the next file, which shares the window.
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

afterAll(async () => {
  // A dialog's file that is still being loaded when the last test of a worker ends would be a failure.
  await vi.dynamicImportSettled()
  globalThis.setTimeout = start
  // The next file has the same page.
  if (document.body.childElementCount) throw new Error(`Left in the page: ${document.body.innerHTML}`)
})
