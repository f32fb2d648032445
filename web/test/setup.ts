import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { screenOf } from './screenOf.ts'

beforeEach(() => screenOf(1280))

afterEach(() => {
  cleanup()
  localStorage.clear()
})
