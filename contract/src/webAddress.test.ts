import { expect, test } from 'vitest'
import { isWebAddress } from './webAddress.ts'

test.each([
  'https://print.example/x?y=%20#z',
  'HTTP://PRINT.EXAMPLE',
  'http://localhost:8080/',
  'https://print.example.:443/',
  'https://my_host-1.example:65535',
  'https://192.0.2.1/',
  'https://[2001:db8::1]:9/x',
  'https://प्रिंट.example/',
])('%s is an address', (address) => expect(isWebAddress(address)).toBe(true))

test.each([
  'https:///x',
  'https://',
  'https://.',
  'https://./x',
  'https://a..example/',
  'https://.example/',
  'https://-a.example/',
  `https://${'a'.repeat(64)}.example/`,
  'https://x:99999/',
  'https://x:65536/',
  'https://x:0/',
  'https://x:/y z',
  'https://%00/',
  'https://x%00y/',
  'https://x/%00',
  'https:x.example',
  'https:\\\\x.example\\',
  'https://?x',
  'ftp://x.example/',
  'x.example',
])('%s is none', (address) => expect(isWebAddress(address)).toBe(false))
