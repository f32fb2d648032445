import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { presentation, svgOf, wordDocument } from '../../../test/officeFiles.ts'
import { until } from '../../../test/until.ts'
import { countPdfPages } from '../../base/files/countPdfPages.ts'
import { findLibreOffice } from './findLibreOffice.ts'
import { createOfficeConverter } from './officeConverter.ts'
import { findSandbox } from './sandbox.ts'

const searchPath = process.env['PATH'] ?? ''
const libreOffice = await findLibreOffice({ setting: 'auto', searchPath })

let folder: string
let uploads: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-office-'))
  uploads = join(folder, 'uploads')
})
afterAll(() => rm(folder, { recursive: true, force: true }))
// Whatever happens, nothing of a conversion is left.
afterEach(() => expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([]))

const fileOf = (name: string, content: Buffer | string, size = content.length) => ({
  name,
  content,
  size,
  sha256: createHash('sha256').update(content).digest('hex'),
})
const document = fileOf('Notes.docx', wordDocument(['Only a page']))

/** A program in place of LibreOffice; `$OUT` is the folder in which it may write. */
async function fake(script: string): Promise<string> {
  const path = join(folder, 'programs', `soffice-${randomUUID()}`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\nOUT="$TMPDIR"\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

type Bounds = Parameters<typeof createOfficeConverter>[1]

async function convert(program: string | undefined, file = document, bounds: Bounds = {}) {
  const converter = createOfficeConverter(program, bounds)
  try {
    return await converter.withPdfs([file], uploads, async ([made]) => {
      if (!made) throw new Error('No file')
      const bytes = typeof made.content === 'string' ? await readFile(made.content) : made.content
      return { ...made, bytes }
    })
  } finally {
    await converter.close()
  }
}

describe('a document', () => {
  test('without LibreOffice is refused with what to do; other files pass as they are', async () => {
    await expect(convert(undefined)).rejects.toThrow(
      'Notes.docx needs LibreOffice on the server. Save it as PDF and upload that.',
    )
    const pdf = fileOf('a.pdf', Buffer.from('%PDF-1.4 anything'))
    expect(await convert(undefined, pdf)).toMatchObject({ ...pdf, sent_sha256: pdf.sha256 })
  })

  test.each([
    ['an archive that is none', Buffer.from('PK\x03\x04 and then nothing'), 'is damaged'],
    [
      'an old or encrypted one',
      Buffer.from('d0cf11e0a1b11ae10000', 'hex'),
      'is encrypted or of an old format',
    ],
    ['macros', wordDocument(['x'], { more: { 'word/vbaProject.bin': 'x' } }), 'has macros'],
  ])('is refused: %s', async (_, content, why) => {
    await expect(convert('/bin/false', fileOf('x.docx', content))).rejects.toThrow(`x.docx ${why}`)
  })

  test('that promises gigabytes is refused before anything is unpacked', async () => {
    const archive = Buffer.from(
      zipSync({ '[Content_Types].xml': strToU8('x'), 'word/document.xml': strToU8('x') }),
    )
    // The size of the second entry in the directory of the archive.
    const entry = archive.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    archive.writeUInt32LE(2 ** 31, entry + 24)
    await expect(convert('/bin/false', fileOf('bomb.docx', archive))).rejects.toThrow(
      'bomb.docx is too large',
    )
  })

  test('of another kind, such as a spreadsheet, is left to the check of types', async () => {
    const sheet = fileOf(
      'x.xlsx',
      Buffer.from(zipSync({ '[Content_Types].xml': strToU8('x'), 'xl/workbook.xml': strToU8('x') })),
    )
    expect(await convert('/bin/false', sheet)).toMatchObject({ sha256: sheet.sha256 })
  })
})

describe('a program that misbehaves', () => {
  const tooMuch = 'Notes.docx takes too much time or memory to convert; save it as PDF and upload that'
  const unreadable = 'Notes.docx cannot be read by LibreOffice; save it as PDF and upload that'

  test('and hangs is killed, with all that it started', async () => {
    const program = await fake('sleep 300 & sleep 300')
    const refused = expect(convert(program, document, { timeoutMs: 3_000 })).rejects.toThrow(tooMuch)
    await until('both run', () => processesIn(uploads) > 2)
    await refused
    await until('nothing of it runs', () => processesIn(uploads) === 0)
  })

  test('and leaves children behind, has them killed', async () => {
    const program = await fake('sleep 300 &\nprintf "%%PDF-1.4 made" > "$OUT/document.pdf"')
    expect((await convert(program)).bytes.toString()).toBe('%PDF-1.4 made')
    await until('nothing of it runs', () => processesIn(uploads) === 0)
  })

  test.each([
    ['one endless file', 'exec cat /dev/zero > "$OUT/document.pdf"'],
    ['many files', 'i=0; while true; do head -c 1000000 /dev/zero > "$OUT/$i"; i=$((i+1)); done'],
  ])('and writes %s is stopped', async (_, script) => {
    const attempt = convert(await fake(script), document, { writtenMegabytes: 30 })
    await expect(attempt).rejects.toThrow(/takes too much|cannot be read/)
  })

  test('and takes memory without end is stopped', async () => {
    // It keeps what may be the last line, which never ends.
    const program = await fake('exec tail /dev/zero')
    await expect(convert(program, document, { megabytes: 300 })).rejects.toThrow(
      /takes too much|cannot be read/,
    )
  })

  test.each([
    ['crashes', 'kill -SEGV $$'],
    ['fails', 'exit 77'],
    ['writes nothing', 'exit 0'],
    ['writes something else', 'echo "<html>" > "$OUT/document.pdf"'],
    ['makes a link to another file', 'ln -s /etc/passwd "$OUT/document.pdf"'],
  ])('and %s refuses the document', async (what, script) => {
    await expect(convert(await fake(script))).rejects.toThrow(what === 'crashes' ? /Notes.docx/ : unreadable)
  })

  test.each([
    // The first process of a namespace cannot kill itself: there it ends as a shell tells of such a death.
    ['is killed by others', 'kill -KILL $$; exit 137'],
    ['is asked to end by others', 'kill -TERM $$; exit 143'],
    ['cannot be started', 'exec /nowhere/soffice.bin'],
  ])(
    'and %s is started again; if that does not help, nothing is said about the document',
    async (_, script) => {
      await expect(convert(await fake(script))).rejects.toMatchObject({
        status: 503,
        code: 'check_unavailable',
        retryAfter: 5,
      })
    },
  )

  test('and was killed once converts the document when it is started again', async () => {
    // The first attempt leaves its mark beside the program's folder, which only a program without a sandbox can do.
    const mark = join(folder, randomUUID())
    const program = await fake(
      `test -e ${mark} || { touch ${mark}; kill -KILL $$; }\nprintf "%%PDF-1.4 made" > "$OUT/document.pdf"`,
    )
    const open = await findSandbox(folder, [])
    expect((await convert(program, document, { sandbox: open })).bytes.toString()).toBe('%PDF-1.4 made')
  })

  test('is stopped when the server closes', async () => {
    const converter = createOfficeConverter(await fake('sleep 300'))
    const attempt = converter.withPdfs([document], uploads, async () => 'made')
    const refused = expect(attempt).rejects.toMatchObject({ status: 503 })
    await until('it runs', () => processesIn(uploads) > 0)
    await converter.close()
    await refused
  })
})

/** How many processes work in a folder. */
const processesIn = (path: string) =>
  readdirSync('/proc').filter((entry) => {
    try {
      return readlinkSync(`/proc/${entry}/cwd`).startsWith(path)
    } catch {
      // No process, or one that has just ended.
      return false
    }
  }).length

describe('where LibreOffice is found', () => {
  test('it may be switched off or named; a wrong name stops the start', async () => {
    expect(await findLibreOffice({ setting: 'off', searchPath })).toBeUndefined()
    const program = await fake('exit 0')
    expect(await findLibreOffice({ setting: program, searchPath: '' })).toBe(program)
    const text = join(folder, 'text')
    await writeFile(text, 'no program')
    for (const wrong of ['/nowhere/soffice', folder, text, `${text}/soffice`])
      await expect(findLibreOffice({ setting: wrong, searchPath })).rejects.toThrow(
        `LIBREOFFICE is ${wrong}, which is no program`,
      )
  })

  test('a folder of its name is passed over', async () => {
    const place = join(folder, 'place')
    await mkdir(join(place, 'soffice'), { recursive: true })
    expect(await findLibreOffice({ setting: 'auto', searchPath: place })).not.toBe(join(place, 'soffice'))
  })
})

describe.skipIf(!libreOffice)('LibreOffice itself (skipped where it is not installed)', () => {
  test('makes a PDF of a Word document and of a presentation, page for page', async () => {
    const word = await convert(libreOffice, fileOf('Thesis.docx', wordDocument(['One', 'Two', 'Three'])))
    expect(word.name).toBe('Thesis.docx')
    expect(word.sent_sha256).not.toBe(word.sha256)
    expect(await countPdfPages(word.bytes)).toEqual({ pages: 3 })
    const slides = await convert(libreOffice, fileOf('Talk.pptx', presentation(['Hello', 'Bye'])))
    expect(await countPdfPages(slides.bytes)).toEqual({ pages: 2 })
  })

  // What a field of a document names is left to LibreOffice, which does not read it.
  test('fetches nothing that a document names: no address, no file of the server', async () => {
    let requests = 0
    const server = createServer((_, reply) => {
      requests++
      reply.end('x')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const red = join(folder, 'secret.png')
    await writeFile(red, redPixel)
    try {
      const far = wordDocument([fieldOf(`http://127.0.0.1:${port}/picture.png`)])
      await convert(libreOffice, fileOf('far.docx', far))
      expect(requests).toBe(0)
      const near = wordDocument([fieldOf(`file://${red}`)])
      const made = await convert(libreOffice, fileOf('near.docx', near))
      expect(made.bytes.toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
    } finally {
      server.close()
    }
  })

  test('prints the pictures of a document, an SVG too', async () => {
    const svg = svgOf('<rect width="20" height="20" fill="url(#g)"/><use href="#r"/>')
    for (const picture of [
      { name: 'a.png', bytes: redPixel },
      { name: 'a.svg', bytes: svg },
      { name: 'a.svg', bytes: svgOf(`<image href="data:image/png;base64,${redPixel.toString('base64')}"/>`) },
    ]) {
      const made = await convert(libreOffice, fileOf('own.docx', wordDocument(['x'], { picture })))
      expect(await countPdfPages(made.bytes)).toEqual({ pages: 1 })
    }
  })

  test('refuses what is no document inside', async () => {
    const broken = wordDocument(['x'], { more: { 'word/document.xml': '<w:document' } })
    await expect(convert(libreOffice, fileOf('broken.docx', broken))).rejects.toThrow(
      'broken.docx cannot be read',
    )
  })
})

const fieldOf = (address: string) =>
  `</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> INCLUDEPICTURE "${address}" \\* MERGEFORMAT \\d </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>p</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>x`

const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
