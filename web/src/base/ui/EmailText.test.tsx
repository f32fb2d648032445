import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmailText } from './EmailText.tsx'

test('an email may break before its @, and is copied as it was typed', () => {
  const { container } = render(<EmailText email="ravi@example.com" />)
  expect(container.innerHTML).toContain('ravi<wbr>@example.com')
  expect(container.textContent).toBe('ravi@example.com')
})
