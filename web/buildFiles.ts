import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'

const worthIt = /\.(js|mjs|css|html|svg|json)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a .br and a .gz beside every text file of the build, so that the server compresses nothing itself. */
export const compressedTwins = (): Plugin => ({
  name: 'compressed-twins',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => worthIt.test(name) && name !== 'index.html')
    await Promise.all(
      [...names, 'favicon.svg'].map(async (name) => {
        const bytes = await readFile(join(dir, name))
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        await writeFile(join(dir, `${name}.br`), await brotli(bytes, quality))
        await writeFile(join(dir, `${name}.gz`), await zip(bytes, { level: 9 }))
      }),
    )
  },
})

/** A chunk and all that it imports at once. */
export function chunkFiles(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => chunkFiles(manifest, imported, seen))]
}

type Screen = { path: string; page: string; needs: readonly string[] }

/** Writes preload.json: for every screen the files its first view needs, so that the server can announce them. */
export const preloadList = (screens: readonly Screen[]): Plugin => ({
  name: 'preload-list',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const manifest: Manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8'))
    const files = new Map<string, Set<string>>()
    for (const { path, page, needs } of screens) {
      const keys = ['index.html', ...[...needs, page].map((file) => `src/${file}.tsx`)]
      const known = files.get(path) ?? new Set()
      for (const file of keys.flatMap((key) => chunkFiles(manifest, key))) known.add(`/${file}`)
      files.set(path, known)
    }
    const list = [...files].map(([path, names]) => ({ path, files: [...names] }))
    await writeFile(join(dir, 'preload.json'), JSON.stringify(list, null, 1))
  },
})
