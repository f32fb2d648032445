import { expect, test } from 'vitest'
import { read, sourceFiles } from './imports.ts'

test.each([
  ['the resolver of a form', /zodResolver/, ['base/form/checkBySchema.ts']],
  ['the refusal of an older version', /'stale'/, ['base/api/call.ts']],
  // A new order is also sent by itself, once its files are uploaded.
  [
    'the sending of a form',
    /\.handleSubmit\(/,
    ['base/form/FormProblem.tsx', 'orders/newOrder/NewOrderPage.tsx'],
  ],
])('%s stands in one place', (_, pattern, files) => {
  const holding = sourceFiles.filter((file) => file.startsWith('web/') && pattern.test(read(file)))
  expect(holding).toEqual(files.map((file) => `web/src/${file}`))
})
