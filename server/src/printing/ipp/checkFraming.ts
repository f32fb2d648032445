import { rubbish } from './ippError.ts'

// The library that decodes messages believes the lengths in them. It reads a length above 32,767 as a negative one and goes
// back in the message, in the worst case for ever, and it knows the length of a number without looking. So a message is walked
// through here first: after this check its parser and this walk see the same attributes.

/** Bytes of the values that always have the same length: integer, boolean, enum, dateTime, resolution, rangeOfInteger. */
const fixedLength = new Map([
  [0x21, 4],
  [0x22, 1],
  [0x23, 4],
  [0x31, 11],
  [0x32, 9],
  [0x33, 8],
])
const endOfAttributes = 0x03
const beginCollection = 0x34
const endCollection = 0x37
const headerBytes = 8

/** Refuses a message whose parts do not have the lengths that it says. */
export function checkFraming(message: Buffer): void {
  if (message.length <= headerBytes) throw rubbish('it is too short')
  let at = headerBytes
  let depth = 0
  if (byte() > 0x0f) throw rubbish('it has no attributes')
  for (;;) {
    const tag = byte()
    at += 1
    if (tag === endOfAttributes) return
    if (tag > 0x0f) attribute(tag)
    else if (depth > 0) throw rubbish('a collection does not end')
  }

  function attribute(tag: number): void {
    skip(length())
    const bytes = length()
    const start = at
    if (tag === 0x35 || tag === 0x36) textWithLanguage(bytes)
    else skip(bytes)
    if (tag === beginCollection) depth += 1
    if (tag === endCollection) depth -= 1
    const fixed = fixedLength.get(tag)
    const isKnown = tag < 0x20 ? bytes === 0 : fixed === undefined || fixed === at - start
    if (!isKnown || !isUsed(tag) || depth < 0 || depth > 16) throw rubbish('an attribute has a wrong form')
  }

  /** Language and text, each with its length. Some printers give the length of the language only. */
  function textWithLanguage(bytes: number): void {
    const end = at + bytes
    if (byte() === 0) {
      skip(length())
      skip(length())
      if (at !== end) throw rubbish('a text has a wrong length')
    } else {
      skip(bytes)
      skip(length())
    }
  }

  function length(): number {
    if (at + 2 > message.length) throw rubbish('it ends too early')
    const bytes = message.readUInt16BE(at)
    at += 2
    if (bytes > 0x7fff) throw rubbish('an attribute is too long')
    return bytes
  }

  function skip(bytes: number): void {
    at += bytes
    if (at > message.length) throw rubbish('it ends too early')
  }

  function byte(): number {
    const value = message[at]
    if (value === undefined) throw rubbish('it ends too early')
    return value
  }
}

/** Values that say why there is none, the kinds above, texts and names of all kinds, collections. */
const isUsed = (tag: number) =>
  (tag >= 0x10 && tag <= 0x17) ||
  fixedLength.has(tag) ||
  tag === 0x30 ||
  (tag >= 0x34 && tag <= 0x37) ||
  (tag >= 0x41 && tag <= 0x4a && tag !== 0x43)
