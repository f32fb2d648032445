import bidiFactory, { type Bidi } from 'bidi-js'
import { chooseFont, fontFor, hasLetters, usual, type Weight } from './pdfFonts.ts'

// Its types tell of another export than Node finds.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const split = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** The standard fonts of a PDF reader need not be embedded, but have Western letters only. */
const standard = { Helvetica: 'regular', 'Helvetica-Bold': 'bold' } as const satisfies Record<string, Weight>
export type Face = Weight | keyof typeof standard

const isStandard = (face: Face): face is keyof typeof standard => face in standard
const weightOf = (face: Face): Weight => (isStandard(face) ? standard[face] : face)
const westernLetters = /^[ -~\u00a0-\u00ffŒœŠšŽžŸƒ‘’“”–—…•€™\n]*$/u

/** Whether one font has the text, and PDFKit draws it right without help. */
const isPlain = (text: string, face: Face) =>
  isStandard(face) ? westernLetters.test(text) : hasLetters(usual[face], text.replaceAll('\n', ''))

/** Letters of one font and one direction. */
type Piece = { text: string; font: string; isRtl: boolean }

/** A line as it is drawn, from the left to the right. */
function piecesOf(line: string, weight: Weight): Piece[] {
  const { levels, ...result } = bidi.getEmbeddingLevels(line, 'auto')
  const runs: { start: number; end: number; level: number }[] = []
  for (const index of bidi.getReorderedIndices(line, { levels, ...result })) {
    const [level = 0, last] = [levels[index], runs.at(-1)]
    if (last && last.level === level && index === last.end) last.end++
    else if (last && last.level === level && index === last.start - 1) last.start--
    else runs.push({ start: index, end: index + 1, level })
  }
  return runs.flatMap(({ start, end, level }) => {
    const isRtl = level % 2 === 1
    const pieces = byFont(line.slice(start, end), weight).map((piece) => ({ ...piece, isRtl }))
    return isRtl ? pieces.flatMap(wordsOf).toReversed() : pieces
  })
}

/** PDFKit shapes each word by itself, and draws the words of a text from the left to the right. */
const wordsOf = (piece: Piece): Piece[] => piece.text.split(/(?<= )/).map((text) => ({ ...piece, text }))

/** What steers a device or the sequence of letters is not drawn. */
const unseen = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu
/** Spaces and signs that belong to no script. */
const ofNoScript = /^[\p{Script=Common}\p{Script=Inherited}]+$/u

/** Splits a text where its font changes, without the letters that no font has. */
function byFont(text: string, weight: Weight): { text: string; font: string }[] {
  const pieces: { text: string; font: string }[] = []
  const add = (letters: string) => {
    const last = pieces.at(-1)
    const stays = last && ofNoScript.test(letters) && hasLetters(last.font, letters)
    const font = stays ? last.font : fontFor(letters, weight)
    if (font === null) return false
    if (last?.font === font) last.text += letters
    else pieces.push({ text: letters, font })
    return true
  }
  for (const letters of split(text.replace(unseen, ''))) if (!add(letters)) Array.from(letters).forEach(add)
  return pieces
}

/** As PDFKit’s shaper decides about the direction of a text. */
const shapedRtl =
  /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The text of a piece such that PDFKit draws it in its direction. */
function forShaper({ text, isRtl }: Piece): string {
  const letters = split(text).map((each) => (isRtl ? (bidi.getMirroredCharacter(each) ?? each) : each))
  return (shapedRtl.test(text) === isRtl ? letters : letters.toReversed()).join('')
}

/** A line, its pieces from the left to the right, and what each and all take. */
type Line = { text: string; pieces: (Piece & { width: number })[]; width: number }

function measure(document: PDFKit.PDFDocument, line: string, face: Face): Line {
  const pieces = piecesOf(line, weightOf(face)).map((piece) => {
    const text = forShaper(piece)
    return { ...piece, text, width: chooseFont(document, piece.font).widthOfString(text) }
  })
  return { text: line, pieces, width: pieces.reduce((sum, { width }) => sum + width, 0) }
}

const fontOf = (face: Face) => (isStandard(face) ? face : usual[face])
const composed = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n')

/** How wide a text is on one line, in the font size of the document. */
export function widthOf(document: PDFKit.PDFDocument, text: string, face: Face): number {
  const shown = composed(text)
  return isPlain(shown, face)
    ? chooseFont(document, fontOf(face)).widthOfString(shown)
    : measure(document, shown, face).width
}

/** One line of text, shortened to a width. */
export function shorten(document: PDFKit.PDFDocument, text: string, face: Face, widest: number): string {
  const whole = composed(text).trim()
  if (widthOf(document, whole, face) <= widest) return whole
  const letters = split(whole)
  const cutAfter = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`
  let [fits, tooLong] = [0, letters.length]
  while (fits < tooLong - 1) {
    const middle = (fits + tooLong) >> 1
    if (widthOf(document, cutAfter(middle), face) <= widest) fits = middle
    else tooLong = middle
  }
  return fits === 0 ? '' : cutAfter(fits)
}

const mirrored = new WeakSet<PDFKit.PDFDocument>()

/** From now on what is drawn on the left of its pages stands on the right, as who reads from the right expects it. */
export const mirror = (document: PDFKit.PDFDocument): unknown => mirrored.add(document)

export type Place = {
  left: number
  top?: number
  /** Wrapped to it; without a width a text stays on its line. */
  width?: number
  align?: 'left' | 'center' | 'right'
  /** Lines below it are left out. */
  height?: number
}

/**
 * Draws a text in the size and colour of the document: in fonts that have its letters, these shaped and in the sequence in which
 * they are read. The document goes on below it, or beside it where it has no width.
 */
export function drawText(document: PDFKit.PDFDocument, text: string, face: Face, place: Place): void {
  const shown = composed(text)
  const { left, top = document.y, width, align = 'left', height } = place
  if (!mirrored.has(document)) return draw(document, shown, face, { left, top, width, align, height })
  const start = document.page.width - left - (width ?? widthOf(document, shown, face))
  const turned = { left: 'right', center: 'center', right: 'left' } as const
  draw(document, shown, face, { left: start, top, width, align: turned[align], height })
}

type Laid = { left: number; top: number; width?: number; align: 'left' | 'center' | 'right'; height?: number }

function draw(document: PDFKit.PDFDocument, text: string, face: Face, laid: Laid): void {
  const { left, top, width, align, height } = laid
  chooseFont(document, fontOf(face))
  if (isPlain(text, face)) {
    if (width === undefined) document.text(text, left, top, { lineBreak: false })
    else document.text(text, left, top, { width, align, ...(height !== undefined && { height }) })
    return
  }
  if (width === undefined) {
    const line = measure(document, text, face)
    drawLine(document, line, left, top, face)
    document.x = left + line.width
    return
  }
  const tall = Math.max(document.currentLineHeight(true), roomy * sizeOf(document))
  document.y = top
  for (const each of wrap(document, text, face, width)) {
    const line = measure(document, each, face)
    if (height !== undefined && document.y + tall > top + height) break
    if (document.y + tall > document.page.height - document.page.margins.bottom) document.addPage()
    const gap = { left: 0, center: (width - line.width) / 2, right: width - line.width }[align]
    drawLine(document, line, left + gap, document.y, face)
    document.y += tall
  }
  document.x = left
}

/** How high a line is, of its font size: Devanagari has signs above and below its letters. */
const roomy = 1.4

/** What PDFKit keeps of the font in use. */
type InUse = { ascender: number }
const ascenderOf = (document: PDFKit.PDFDocument) =>
  (document as unknown as Record<string, InUse>)['_font']?.ascender ?? 0
const sizeOf = (document: PDFKit.PDFDocument) =>
  (document as unknown as Record<string, number>)['_fontSize'] ?? 0

/** All pieces stand on the base line of the usual font, as what is beside them. */
function drawLine(document: PDFKit.PDFDocument, line: Line, left: number, top: number, face: Face): void {
  const base = top + (ascenderOf(chooseFont(document, fontOf(face))) / 1000) * sizeOf(document)
  let x = left
  // Who copies or searches finds what was written, not the sequence of the signs that are drawn. Readers turn Arabic themselves.
  const isMarked = !line.pieces.some(({ isRtl }) => isRtl)
  if (isMarked) document.markContent('Span', { actual: line.text.replace(unseen, '') })
  for (const { text, font, width } of line.pieces) {
    chooseFont(document, font).text(text, x, base, { lineBreak: false, baseline: 'alphabetic' })
    x += width
  }
  if (isMarked) document.endMarkedContent()
  chooseFont(document, fontOf(face))
  document.y = top
}

/** The lines of a text that are no wider than `width`, broken between words, and in words that are too long. */
function wrap(document: PDFKit.PDFDocument, text: string, face: Face, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    let taken = 0
    const add = (part: string) => {
      if (taken > 0 && taken + widthOf(document, part.trimEnd(), face) > width) {
        lines.push('')
        taken = 0
      }
      lines[lines.length - 1] += part
      taken += widthOf(document, part, face)
    }
    for (const word of paragraph.split(/(?<= )/)) {
      if (widthOf(document, word.trimEnd(), face) <= width) add(word)
      else split(word).forEach(add)
    }
    return lines.map((line) => line.trimEnd())
  })
}
