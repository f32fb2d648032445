import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
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
    const reader = new Pdf({ autoFirstPage: false, font: '' }).font(path)
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
