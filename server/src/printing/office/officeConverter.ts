import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import PQueue from 'p-queue'
import { FileRefused } from '../../base/files/inspectFile.ts'
import { measure } from '../../base/files/storedFile.ts'
import { checkUnavailable, overloaded } from '../../base/http/problem.ts'
import { type Bounds, type ProgramEnd, runBounded } from './boundedProgram.ts'
import { type OfficeType, readOfficeType } from './officeFile.ts'
import { refuseOutsideReferences } from './outsideReferences.ts'
import { findSandbox, type Sandbox, systemPath } from './sandbox.ts'

/** A file as it was received; `content` is its bytes or its path. */
type Received = { name: string; content: Buffer | string; size: number; sha256: string }
/** A file to print. Its `sent_sha256` is that of what was sent, which is not always what prints. */
export type PrintFile = Received & { sent_sha256: string }

export interface OfficeConverter {
  /** Whether Word and PowerPoint documents can be converted. */
  isAvailable: boolean
  /** Replaces documents by PDF files in a folder that is removed when `use` ends. Other files stay as they are. */
  withPdfs<T>(
    files: readonly Received[],
    uploadFolder: string,
    use: (files: PrintFile[]) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

/** A document of 100 pages takes 5 to 10 s; proxies wait for a minute. */
const defaults: Bounds = { timeoutMs: 45_000, megabytes: 1536, writtenMegabytes: 400 }
const maxPdfBytes = 100 * 1024 * 1024
const maxWaiting = 20

const filters: Record<OfficeType, string> = {
  docx: 'MS Word 2007 XML',
  pptx: 'Impress MS PowerPoint 2007 XML',
}

/** Converts documents one after another by LibreOffice; `program` is its path, undefined where it is not there. */
export function createOfficeConverter(
  program: string | undefined,
  { sandbox, ...bounds }: Partial<Bounds> & { sandbox?: Sandbox | undefined } = {},
): OfficeConverter {
  let found: Promise<Sandbox> | undefined
  const queue = new PQueue({ concurrency: 1 })
  const stopping = new AbortController()

  async function convert(file: Received, type: OfficeType, folder: string): Promise<Received> {
    if (!program)
      throw new FileRefused(file.name, 'needs LibreOffice on the server. Save it as PDF and upload that.')
    if (queue.size >= maxWaiting || stopping.signal.aborted) throw overloaded()
    const made = await queue.add(async () => {
      await refuseOutsideReferences(file.content, file.name)
      const made = (await run(program, file, type, folder)) ?? (await run(program, file, type, folder))
      if (made) return made
      throw checkUnavailable(new Error('LibreOffice ended twice, but not by itself'))
    })
    const { chunks, stored } = measure(createReadStream(made))
    for await (const _ of chunks);
    return { ...file, content: made, ...stored() }
  }

  /** The path of the PDF; undefined if LibreOffice died, which is not the fault of the document. */
  async function run(
    soffice: string,
    { name, content }: Received,
    type: OfficeType,
    folder: string,
  ): Promise<string | undefined> {
    const own = join(folder, randomUUID())
    const settings = join(own, 'profile', 'user')
    await mkdir(settings, { recursive: true, mode: 0o700 })
    try {
      await writeFile(join(settings, 'registrymodifications.xcu'), profile)
      const document = join(own, `document.${type}`)
      await (Buffer.isBuffer(content) ? writeFile(document, content) : copyFile(content, document))
      found ??= sandbox ? Promise.resolve(sandbox) : findSandbox()
      const ended: ProgramEnd = await runBounded(
        {
          program: soffice,
          arguments: [
            `-env:UserInstallation=${pathToFileURL(join(own, 'profile')).href}`,
            '--headless',
            '--nologo',
            '--nodefault',
            '--norestore',
            '--nolockcheck',
            '--nofirststartwizard',
            `--infilter=${filters[type]}`,
            '--convert-to',
            'pdf',
            '--outdir',
            own,
            document,
          ],
          folder: own,
          env: environment(own),
          sandbox: await found,
          signal: stopping.signal,
        },
        { ...defaults, ...bounds },
      )
      if (stopping.signal.aborted) throw overloaded()
      if (ended === 'died') return undefined
      if (ended === 'killed')
        throw new FileRefused(
          name,
          'takes too much time or memory to convert; save it as PDF and upload that',
        )
      const pdf = join(own, 'document.pdf')
      // LibreOffice also ends with 0 if it could not read the document.
      if (ended === 'failed' || !(await isPdf(pdf)))
        throw new FileRefused(name, 'cannot be read by LibreOffice; save it as PDF and upload that')
      const made = `${own}.pdf`
      await rename(pdf, made)
      return made
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  }

  return {
    isAvailable: program !== undefined,
    async withPdfs(files, uploadFolder, use) {
      const types = await Promise.all(files.map(readType))
      const folder = join(uploadFolder, randomUUID())
      const isNeeded = types.some((type) => type !== undefined)
      if (isNeeded) await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        const printed: PrintFile[] = []
        for (const [i, file] of files.entries()) {
          const type = types[i]
          const made = type ? await convert(file, type, folder) : file
          printed.push({ ...made, sent_sha256: file.sha256 })
        }
        return await use(printed)
      } finally {
        if (isNeeded) await rm(folder, { recursive: true, force: true })
      }
    },
    async close() {
      stopping.abort()
      await queue.onIdle()
    },
  }
}

const environment = (folder: string) => ({
  PATH: systemPath,
  HOME: folder,
  TMPDIR: folder,
  LANG: 'C.UTF-8',
  // Draws into memory: no display is asked for.
  SAL_USE_VCLPLUGIN: 'svp',
  SAL_DISABLE_OPENCL: '1',
})

async function readType({ name, content }: Received): Promise<OfficeType | undefined> {
  return readOfficeType(content, await readStart(content, 8), name)
}

async function readStart(content: Buffer | string, bytes: number): Promise<string> {
  if (Buffer.isBuffer(content)) return content.toString('latin1', 0, bytes)
  const file = await open(content)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function isPdf(path: string): Promise<boolean> {
  const size = await lstat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  )
  return size > 0 && size <= maxPdfBytes && (await readStart(path, 5)) === '%PDF-'
}

/**
 * The settings of LibreOffice for documents of strangers: no macros, no embedded programs, and nothing is fetched from
 * addresses or other files that a document names. The proxy leads nowhere, in case something asks the network all the same.
 */
const profile = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  ...Object.entries({
    '/org.openoffice.Office.Common/Security/Scripting': {
      MacroSecurityLevel: '3',
      DisableMacrosExecution: 'true',
      DisableActiveContent: 'true',
      DisableOLEAutomation: 'true',
      DisablePythonRuntime: 'true',
      BlockUntrustedRefererLinks: 'true',
      CheckDocumentEvents: 'true',
    },
    '/org.openoffice.Office.Common/Save/Document': { LoadPrinter: 'false' },
    '/org.openoffice.Office.Writer/Content/Update': { Link: '2', Field: 'false', Chart: 'false' },
    '/org.openoffice.Office.Java/VirtualMachine': { Enable: 'false' },
    '/org.openoffice.Inet/Settings': {
      ooInetProxyType: '1',
      ooInetHTTPProxyName: '127.0.0.1',
      ooInetHTTPProxyPort: '9',
      ooInetHTTPSProxyName: '127.0.0.1',
      ooInetHTTPSProxyPort: '9',
      ooInetNoProxy: '',
    },
    '/org.openoffice.Setup/Office': { ooSetupInstCompleted: 'true' },
  }).flatMap(([path, settings]) =>
    Object.entries(settings).map(
      ([name, value]) =>
        `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
    ),
  ),
  '</oor:items>',
  '',
].join('\n')
