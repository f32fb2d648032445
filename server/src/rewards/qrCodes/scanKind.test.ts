import { expect, test } from 'vitest'
import { scanKindOf } from './scanKind.ts'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'

test.each([
  [
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${apple} Version/18.0 Mobile/15E148 Safari/604.1`,
  ],
  ['mobile', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  [
    'mobile',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${apple} Mobile/15E148 Instagram 300.0.0.0`,
  ],
  [
    'mobile',
    `Mozilla/5.0 (Linux; Android 13; SM-A135F; wv) ${chrome} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/440.0]`,
  ],
  ['mobile', 'Mozilla/5.0 (Mobile; LYF/F220B/LYF; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  [
    'tablet',
    `Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) ${apple} Version/12.1 Mobile/15E148 Safari/604.1`,
  ],
  ['tablet', `Mozilla/5.0 (Linux; Android 13; SM-X200) ${chrome} Safari/537.36`],
  ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36'],
  ['other', ''],
  ['other', 'curl/8.0'],
  ['other', 'okhttp/4.9'],
  ['other', 'QR Scanner/5.0 CFNetwork/1490 Darwin/23'],
  ['bot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
  [
    'bot',
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${chrome} Mobile Safari/537.36 (compatible; Googlebot/2.1)`,
  ],
  ['bot', 'WhatsApp/2.23.20.0'],
  ['bot', 'TelegramBot (like TwitterBot)'],
  ['bot', 'facebookexternalhit/1.1'],
  ['bot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
])('%s: %s', (kind, agent) => {
  expect(scanKindOf({ method: 'GET', headers: { 'user-agent': agent } })).toBe(kind)
})

test('only the start of a very long user agent is read, and very many user agents take little memory', () => {
  const kindAfter = (letters: number) =>
    scanKindOf({
      method: 'GET',
      headers: { 'user-agent': `Mozilla/5.0 ${'a'.repeat(letters)} Googlebot/2.1` },
    })
  expect([kindAfter(10), kindAfter(16_000)]).toEqual(['bot', 'other'])
  for (let n = 0; n < 3000; n++) {
    expect(scanKindOf({ method: 'GET', headers: { 'user-agent': `Mozilla/5.0 (iPhone) Mobile ${n}` } })).toBe(
      'mobile',
    )
  }
})
