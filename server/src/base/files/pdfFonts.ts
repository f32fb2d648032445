import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// The standard fonts of a PDF know Western letters only; these are those of the PDF reader, for Latin, Greek and Cyrillic.
const bundled = join(
  dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
const usual = {
  regular: join(bundled, 'LiberationSans-Regular.ttf'),
  bold: join(bundled, 'LiberationSans-Bold.ttf'),
}
export type Weight = keyof typeof usual

/** Where systems keep their fonts: another script needs one of them. */
const folders = ['/usr/share/fonts', '/usr/local/share/fonts']
const mostFonts = 400

let found: string[] | undefined

/** The fonts of this machine, plain ones first. */
function systemFonts(): string[] {
  found ??= folders
    .flatMap((folder) => {
      try {
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        return files
          .filter((file) => file.isFile() && /\.(ttf|otf)$/i.test(file.name))
          .map((file) => join(file.parentPath, file.name))
      } catch {
        // A machine without such a folder has no fonts there.
        return []
      }
    })
    .toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .slice(0, mostFonts)
  return found
}

const rank = (path: string) => (/Sans(Devanagari|Tamil|\w*)?-Regular|DejaVuSans\.ttf/.test(path) ? 0 : 1)

/** What PDFKit keeps of the font in use. */
type InUse = { font?: { hasGlyphForCodePoint(code: number): boolean } }

const fitting = new Map<string, string>()

/** Chooses a font that has every letter of a text, and returns the text without the letters that no font here has. */
export function useFontFor(document: PDFKit.PDFDocument, text: string, weight: Weight): string {
  const shown = text.normalize('NFC')
  const lacks = () => {
    const { font } = (document as unknown as Record<string, InUse>)['_font'] ?? {}
    return Array.from(shown).filter((letter) => !font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  }
  document.font(usual[weight])
  const missing = lacks()
  if (missing.length === 0) return shown
  const key = [...new Set(missing)].toSorted().join('')
  for (const path of fitting.has(key) ? [fitting.get(key) ?? usual[weight]] : systemFonts()) {
    document.font(path)
    if (lacks().length > 0) continue
    fitting.set(key, path)
    return shown
  }
  document.font(usual[weight])
  return Array.from(shown)
    .filter((letter) => !missing.includes(letter))
    .join('')
}
