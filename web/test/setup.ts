import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { screenOf } from './screenOf.ts'

// Lazily loaded dialogs take time on a busy machine; a passing test never waits this long.
configure({ asyncUtilTimeout: 50_000 })

// Nothing closes by itself while a busy machine looks for its button; toast.alone.test.tsx has the real clock.
vi.mock('../src/base/feedback/closeLater.ts', () => ({ closeLater: () => () => {} }))

beforeEach(() => screenOf(1280))

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // A test that fails half-way must not leave its clock or its fetch to the next file, which shares the window.
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
