import { getPreflight, type Preflight } from '@our-print/contract/printing/preflight.ts'
import { preflightWarnings } from '@our-print/contract/printing/preflightWarnings.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import PreflightNote, { inkText } from './PreflightNote.tsx'

const none = { count: 0, ranges: '' }
const file = '01900000-0000-7000-8000-000000000001'
const plain: Preflight = {
  file,
  pages: 52,
  color_pages: { count: 12, ranges: '1-12' },
  black_pages: { count: 40, ranges: '13-52' },
  blank_pages: none,
  sizes: [{ width: 210, height: 297, pages: { count: 52, ranges: '1-52' } }],
  near_edge_pages: none,
  low_resolution_pages: none,
  lowest_dpi: null,
  missing_fonts: [],
  landscape_pages: none,
  damaged_pages: none,
  unreadable_codes: [],
  codes_unchecked_pages: none,
}

describe('the words', () => {
  test.each([
    [{}, '12 in colour, 40 black and white'],
    [{ blank_pages: { count: 1, ranges: '53' } }, '12 in colour, 40 black and white, 1 blank'],
    [{ color_pages: none }, 'All 52 pages black and white'],
    [{ pages: 1, color_pages: none, black_pages: { count: 1, ranges: '1' } }, 'Black and white'],
  ])('of %o are %s', (rest, text) => {
    expect(inkText({ ...plain, ...rest })).toBe(text)
  })

  test('warn of each thing that may surprise, with its pages', () => {
    expect(preflightWarnings(plain, 'A4')).toEqual([])
    expect(preflightWarnings(plain, 'Letter')).toEqual(['Pages 1–52: A4, not Letter'])
    // A picture, which is as large as its paper, was judged on A4.
    const picture = { ...plain, pages: 1, sizes: [], lowest_dpi: 170 }
    const coarse = 'Page 1: pictures of 120 dpi will look coarse'
    expect(preflightWarnings(picture, 'A4')).toEqual([])
    expect(preflightWarnings(picture, 'A3')).toEqual([coarse])
    expect(preflightWarnings({ ...picture, lowest_dpi: 213 }, 'A3')).toEqual([])
    expect(preflightWarnings({ ...plain, lowest_dpi: 170 }, 'A3')).toEqual(['Pages 1–52: A4, not A3'])
    const bad: Preflight = {
      ...plain,
      sizes: [
        // Across, and rounded by the program that made it.
        { width: 297, height: 211, pages: { count: 50, ranges: '1-50' } },
        { width: 148, height: 210, pages: { count: 2, ranges: '51-52' } },
      ],
      near_edge_pages: { count: 1, ranges: '4' },
      low_resolution_pages: { count: 4, ranges: '1-3,7' },
      lowest_dpi: 72,
      missing_fonts: ['Arial', 'Kalinga'],
      landscape_pages: { count: 2, ranges: '5-6' },
      damaged_pages: { count: 1, ranges: '9' },
      unreadable_codes: [
        { page: 8, problem: 'small', width: 9.2, needs: 13 },
        { page: 9, problem: 'part', width: 20, needs: null },
      ],
      codes_unchecked_pages: { count: 2, ranges: '51-52' },
    }
    expect(preflightWarnings(bad, 'A4')).toEqual([
      'Page 9 cannot be read',
      'Pages 51–52: 148 × 210 mm, not A4',
      'Pages 5–6: wider than high, unlike the other pages',
      'Page 4: content within 5 mm of the edge may be cut off',
      'Pages 1–3, 7: pictures of 72 dpi will look coarse',
      'Fonts missing in the file: Arial, Kalinga',
      'Page 8: a QR code of 9 mm is too small for a phone, it needs 13 mm',
      'Page 9: a QR code of 20 mm is cut off',
      'Pages 51–52: QR codes were not checked, because the file has so many pictures',
    ])
  })
})

const note = <PreflightNote file={file} name="notes.pdf" paper="A3" />

test('a file is being checked, then tells how it prints', async () => {
  renderPage(note, [answer(getPreflight, plain)])
  expect(screen.getByText('Checking how it prints…')).toBeVisible()
  expect(await screen.findByText('12 in colour, 40 black and white')).toBeVisible()
  const warnings = screen.getByRole('list', { name: 'Warnings for notes.pdf' })
  expect(within(warnings).getByText('Pages 1–52: A4, not A3')).toBeVisible()
})

test('while the server does not respond it says that it checks', () => {
  renderPage(note, [hang(getPreflight)])
  expect(screen.getByText('Checking how it prints…')).toBeVisible()
})

test('a refusal is shown as the server says it; a failure can be tried again', async () => {
  const refused = renderPage(note, [
    refuse(getPreflight, 422, { message: 'notes.pdf cannot be checked: it is damaged' }),
  ])
  expect(await screen.findByRole('alert')).toHaveTextContent('notes.pdf cannot be checked: it is damaged')
  expect(screen.queryByRole('button')).toBeNull()
  refused.unmount()

  const { calls } = renderPage(note, [refuse(getPreflight, 403, { message: 'Not now' })])
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(calls.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1)
})
