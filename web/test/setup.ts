import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { screenOf } from './screenOf.ts'

// A page that loads a dialog when it is needed takes its time on a busy machine; a test that passes never waits it out.
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => screenOf(1280))

afterEach(() => {
  cleanup()
  localStorage.clear()
})
