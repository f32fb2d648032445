import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const worthIt = /\.(js|mjs|css|html|svg|json|wasm)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a .br and a .gz beside every text file of the build, so that the server compresses nothing itself. */
export const compressedTwins = (): Plugin => ({
  name: 'compressed-twins',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => worthIt.test(name) && name !== 'index.html')
    await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(dir, name))
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        await writeFile(join(dir, `${name}.br`), await brotli(bytes, quality))
        await writeFile(join(dir, `${name}.gz`), await zip(bytes, { level: 9 }))
      }),
    )
  },
})

/** The icon is part of index.html: it costs no request. */
export const inlineIcon = (): Plugin => ({
  name: 'inline-icon',
  async transformIndexHtml() {
    const svg = await readFile(new URL('src/base/page/logo.svg', import.meta.url), 'base64')
    const attrs = { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml;base64,${svg}` }
    return [{ tag: 'link', attrs, injectTo: 'head' }]
  },
})

type Chunks = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>

/** A file and all files that it imports at once. */
function withImports(bundle: Chunks, file: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file]
  if (chunk?.type !== 'chunk' || seen.has(file)) return seen
  seen.add(file)
  for (const imported of chunk.imports) withImports(bundle, imported, seen)
  return seen
}

type Screen = { path: string; files: readonly string[] }

/** Writes preload.json: for every screen the scripts and styles its first view needs, so that the server can announce them. */
export const preloadList = (screens: readonly Screen[]): Plugin => ({
  name: 'preload-list',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const fileOf = (module: string) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
      if (!chunk) throw new Error(`The build has no ${module}`)
      return chunk.fileName
    }
    const files = new Map<string, Set<string>>()
    for (const { path, files: modules } of screens) {
      const known = files.get(path) ?? new Set()
      for (const module of modules) {
        for (const file of withImports(bundle, fileOf(`/${module}.tsx`))) known.add(`/${file}`)
      }
      files.set(path, known)
    }
    const stylesOf = (names: ReadonlySet<string>) => {
      const needed = chunks.filter(({ fileName }) => names.has(`/${fileName}`))
      return new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
    }
    const page = bundle['index.html']
    const linked = page?.type === 'asset' ? String(page.source) : ''
    const list = [...files].map(([path, names]) => {
      const styles = [...stylesOf(names)].filter((file) => !linked.includes(file)).map((file) => `/${file}`)
      return { path, files: [...names], styles }
    })
    await writeFile(join(dir, 'preload.json'), JSON.stringify(list, null, 1))
  },
})
