import { setCurrency } from '@our-print/contract/money/currency.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { price } from '../../rewards/referrals/referralTexts.ts'
import { trendNamed } from '../../shop/dashboard/trends.ts'
import { amountSign, rupees } from './format.ts'

afterEach(() => {
  delete document.documentElement.dataset['currency']
})

test.each([
  ['INR', '₹1,23,456.50', '₹', 'Rs 1,234.50', '₹1,235'],
  ['EUR', '€1,23,456.50', '€', 'EUR 1,234.50', '€1,235'],
  ['CHF', 'CHF\u00a01,23,456.50', 'CHF\u00a0', 'CHF 1,234.50', 'CHF\u00a01,235'],
])('amounts in %s', (code, text, sign, ofReferral, whole) => {
  setCurrency(code)
  expect([rupees(123_456.5), amountSign(), price(1234.5), trendNamed('revenue').headline?.(1234.5)]).toEqual([
    text,
    sign,
    ofReferral,
    whole,
  ])
})

test('a page has the currency that the server wrote into it', async () => {
  document.documentElement.dataset['currency'] = 'EUR'
  vi.resetModules()
  const opened = await import('./format.ts')
  expect([opened.rupees(-1), opened.amountSign()]).toEqual(['-€1.00', '€'])
})
