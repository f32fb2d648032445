import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colour of a token in the light and in the dark scheme. */
function colorsOf(token: string): readonly [string, string] {
  const [, value = ''] = new RegExp(`${token}: ([^;]+);`).exec(sheet) ?? []
  const [, other] = /^var\((.+)\)$/.exec(value) ?? []
  if (other) return colorsOf(other)
  const [, light, dark] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? []
  if (!light || !dark) throw new Error(`${token} is ${value}`)
  return [light, dark]
}

/** By WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(color: string, ground: string): number {
  const [dark = 0, light = 0] = [luminanceOf(color), luminanceOf(ground)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const texts = ['--text', '--text-muted', '--accent', '--danger', '--warning', '--info']
const marks = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--line-field']

test.each([...texts.map((token) => ({ token, least: 4.5 })), ...marks.map((token) => ({ token, least: 3 }))])(
  '$token has a contrast of $least on a card and on the page, in both schemes',
  ({ token, least }) => {
    for (const ground of ['--surface', '--page']) {
      colorsOf(token).forEach((color, scheme) => {
        expect(contrast(color, colorsOf(ground)[scheme] ?? '')).toBeGreaterThanOrEqual(least)
      })
    }
  },
)
