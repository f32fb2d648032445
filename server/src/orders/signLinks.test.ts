import { expect, test } from 'vitest'
import { JsonText } from '../base/http/jsonText.ts'
import { Links } from '../base/http/links.ts'
import { createLinkSigner } from './orderJson.queries.ts'

const [order, file] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b']

test('each file gets its link, and no text that looks like one', () => {
  const signed: string[] = []
  const sign = (what: string) => {
    signed.push(what)
    return 'expires=1&signature=x'
  }
  const signLinks = createLinkSigner(new Links('https://shop.test'), {
    sign,
    check: () => true,
    secretOf: () => '',
  })
  const forged = `"url":"${order}/${file}"`
  const files = [{ name: forged, url: `${order}/${file}` }, { url: `${order}/${file}` }]
  const url = `https://shop.test/api/order-files/${order}/${file}/?expires=1&signature=x`
  const text = JSON.stringify({ title: forged, files, notes: `\\${forged}` })
  expect(signLinks(new JsonText(text)).toJSON()).toEqual({
    title: forged,
    files: [{ name: forged, url }, { url }],
    notes: `\\${forged}`,
  })
  // The files of an order share a signature.
  expect(signed).toEqual([`order ${order}`])
})
