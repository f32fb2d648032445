import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import Pdf from 'pdfkit'

// The standard fonts of a PDF know Western letters only; Roboto has Latin, Greek, Cyrillic and the sign of the rupee.
const bundled = join(
  dirname(createRequire(import.meta.url).resolve('roboto-fontface/package.json')),
  'fonts/roboto',
)

export type Weight = 'regular' | 'bold'
/** No WOFF2: what PDFKit embeds of it draws nothing. */
export const usual: Record<Weight, string> = {
  regular: join(bundled, 'Roboto-Regular.woff'),
  bold: join(bundled, 'Roboto-Bold.woff'),
}

const unpacked = new Map<string, Buffer>()

/**
 * Makes a font the one in use. PDFKit would unpack a table of a WOFF again for each letter, which took nine tenths of the time of
 * an invoice: it gets a usual font unpacked.
 */
export function chooseFont(document: PDFKit.PDFDocument, font: string): PDFKit.PDFDocument {
  if (font.endsWith('.woff')) {
    const bytes = unpacked.get(font) ?? unpack(readFileSync(font))
    unpacked.set(font, bytes)
    document.registerFont(font, bytes)
  }
  return document.font(font)
}

/** The TrueType font in a WOFF: the same tables, not compressed (https://www.w3.org/TR/WOFF/). */
function unpack(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Buffer[] = [head]
  let end = head.length
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(44 + 20 * index, 64 + 20 * index)
    const [from, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const stored = woff.subarray(from, from + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const at = 12 + 16 * index
    entry.copy(head, at, 0, 4)
    entry.copy(head, at + 4, 16, 20)
    head.writeUInt32BE(end, at + 8)
    head.writeUInt32BE(length, at + 12)
    // A table begins at a multiple of four bytes.
    parts.push(table, Buffer.alloc(-length & 3))
    end += length + (-length & 3)
  }
  return Buffer.concat(parts)
}

/** Where systems keep their fonts: another script needs one of them. */
const folders = ['/usr/share/fonts', '/usr/local/share/fonts']
const mostFonts = 200

let installed: InstalledFont[] | undefined
const fitting = new Map<string, string | null>()

/** Looks for fonts in another folder, too. */
export function addFontFolder(folder: string): void {
  if (folders.includes(folder)) return
  folders.push(folder)
  installed = undefined
  fitting.clear()
}

type InstalledFont = {
  path: string
  script: RegExp | undefined
  isSans: boolean
  isPlain: boolean
  isBold: boolean
}

/** The fonts of this machine. */
function systemFonts(): InstalledFont[] {
  installed ??= folders.flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && /\.(ttf|otf)$/i.test(file.name))
        .map((file) => describe(join(file.parentPath, file.name)))
    } catch {
      // A machine without such a folder has no fonts there.
      return []
    }
  })
  return installed
}

/** What a font is by its name, as NotoSansDevanagari-Bold.ttf. */
function describe(path: string): InstalledFont {
  const words = basename(path).split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
  return {
    path,
    script: words.map(scriptNamed).find(Boolean),
    isSans: words.includes('Sans'),
    isPlain: words.every((word) => !unusual.has(word)),
    isBold: words.includes('Bold'),
  }
}

const unusual = new Set(
  'Black Condensed Demi Display Emoji Extra Italic Light Math Medium Mono Oblique Semi Serif Thin UI'.split(
    ' ',
  ),
)

function scriptNamed(word: string): RegExp | undefined {
  try {
    return /^[A-Z][a-z]{3,}$/.test(word) ? new RegExp(`\\p{Script_Extensions=${word}}`, 'u') : undefined
  } catch {
    // No script is called so.
    return undefined
  }
}

/** The fonts that may have the letters, those first that are most as the text wants them. */
function likelyFonts(text: string, weight: Weight): string[] {
  const distance = ({ script, isSans, isPlain, isBold }: InstalledFont) =>
    (script ? 0 : 8) + (isSans ? 0 : 4) + (isPlain ? 0 : 2) + (isBold === (weight === 'bold') ? 0 : 1)
  return systemFonts()
    .filter(({ script }) => !script || script.test(text))
    .toSorted((one, other) => distance(one) - distance(other) || (one.path < other.path ? -1 : 1))
    .slice(0, mostFonts)
    .map(({ path }) => path)
}

/** What PDFKit keeps of the font in use. */
type InUse = { font?: { characterSet: number[] } }

const letters = new Map<string, ReadonlySet<number>>()

/** The letters of a font; each file is read once. */
function lettersOf(path: string): ReadonlySet<number> {
  const known = letters.get(path)
  if (known) return known
  let found: number[] = []
  try {
    const reader = chooseFont(new Pdf({ autoFirstPage: false, font: '' }), path)
    found = (reader as unknown as Record<string, InUse>)['_font']?.font?.characterSet ?? []
  } catch {
    // Not every file that is called a font is one.
  }
  const set = new Set(found)
  letters.set(path, set)
  return set
}

/** A joiner shapes the letters beside it, also in a font that has no sign for it. */
const joiners = /[\u200c\u200d]/gu

/** Whether a font has all letters of a text. */
export function hasLetters(path: string, text: string): boolean {
  const set = lettersOf(path)
  return Array.from(text.replace(joiners, '')).every((letter) => set.has(letter.codePointAt(0) ?? 0))
}

/** The font for some letters that stand together: the usual one, else one of this machine; null if none has them. */
export function fontFor(text: string, weight: Weight): string | null {
  if (hasLetters(usual[weight], text)) return usual[weight]
  const key = `${weight} ${text}`
  const known = fitting.get(key)
  if (known !== undefined) return known
  const font = likelyFonts(text, weight).find((path) => hasLetters(path, text)) ?? null
  if (fitting.size > 20_000) fitting.clear()
  fitting.set(key, font)
  return font
}
