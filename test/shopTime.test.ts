import { expect, test } from 'vitest'
import { read, sourceFiles } from './imports.ts'

// Days and hours are the shop's. A Date and the formats of Intl show those of the browser, so these files alone use them.

// The first one writes the time of now for the API, in UTC.
const only = ['web/src/base/api/clock.ts', 'web/src/base/format/shopTime.ts']
const clocks =
  /\bnew Date\b|\bDate\(|DateTimeFormat\b(?!Options)|\.toLocale(Date|Time)?String\b|RelativeTimeFormat/

const code = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

test('only two files of the web app ask a clock for a day or an hour', () => {
  const asking = sourceFiles.filter((file) => file.startsWith('web/src/') && clocks.test(code(file)))
  expect(asking).toEqual(only)
})
