import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addFontFolder } from '../src/base/files/pdfFonts.ts'

// The fonts of Devanagari and Arabic with which tests draw: those of this machine, else those of Debian’s package, which is
// unpacked beside the other caches and not installed.

const cache = fileURLToPath(new URL('../../node_modules/.cache/our-print', import.meta.url))
const unpacked = join(cache, 'fonts')

export type ScriptFonts = { folder: string; devanagari: string; arabic: string }

/** Undefined where there are none and none can be fetched; else PDF files are drawn with them, too. */
export function useScriptFonts(): ScriptFonts | undefined {
  let fonts = ['/usr/share/fonts', unpacked].map(fontsIn).find(Boolean)
  if (!fonts) {
    unpack()
    fonts = fontsIn(unpacked)
  }
  if (fonts) addFontFolder(fonts.folder)
  return fonts
}

function fontsIn(folder: string): ScriptFonts | undefined {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const [devanagari, arabic] = ['Devanagari', 'Arabic'].map((script) =>
    files.find((each) => each.endsWith(`NotoSans${script}-Regular.ttf`)),
  )
  return devanagari && arabic
    ? { folder, devanagari: join(folder, devanagari), arabic: join(folder, arabic) }
    : undefined
}

function unpack(): void {
  if (!existsSync('/usr/bin/apt-get')) return
  mkdirSync(cache, { recursive: true })
  const half = mkdtempSync(join(cache, 'fonts-'))
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: half, timeout: 180_000 }).status === 0
  const fetch = () => run('apt-get', 'download', '-q', 'fonts-noto-core')
  const isFetched = fetch() || (run('apt-get', 'update', '-q') && fetch())
  const file = readdirSync(half).find((each) => each.endsWith('.deb'))
  try {
    if (isFetched && file && run('dpkg-deb', '-x', file, 'files')) renameSync(join(half, 'files'), unpacked)
  } catch {
    // Another process was faster: its folder is there already.
  }
  rmSync(half, { recursive: true, force: true })
}
