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

/**
 * The styles of every page, the sign-in screen's too, are part of index.html: they cost no request. Vite learns of them
 * nowhere, or it would load them once more behind all others, and they would win over these.
 */
export function inlineStyles(): Plugin[] {
  let styles = ''
  return [
    {
      name: 'take-first-styles',
      apply: 'build',
      enforce: 'pre',
      generateBundle: {
        order: 'pre',
        handler(_, bundle) {
          const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
          for (const name of withImports(bundle, entry?.fileName ?? '')) {
            const chunk = bundle[name]
            const files = chunk?.type === 'chunk' ? chunk.viteMetadata?.importedCss : undefined
            for (const file of files ?? []) {
              const asset = bundle[file]
              if (asset?.type === 'asset') styles += String(asset.source).trim()
              delete bundle[file]
              files?.delete(file)
            }
          }
          if (!styles) throw new Error('The first page has no styles')
        },
      },
    },
    {
      name: 'write-first-styles',
      apply: 'build',
      enforce: 'post',
      generateBundle(_, bundle) {
        const page = bundle['index.html']
        if (page?.type === 'asset')
          page.source = String(page.source).replace(
            '<!--preload-->',
            () => `<style>${styles}</style><!--preload-->`,
          )
      },
    },
  ]
}

type Screen = { path: string; access: string; files: readonly string[] }

/**
 * Writes preload.json, so that the server can announce what the first view of a screen needs: the scripts and styles of a
 * path, and the scripts that only one of two roles needs at that path.
 */
export const preloadList = (screens: readonly Screen[]): Plugin => ({
  name: 'preload-list',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const { base } = this.environment.config
    const addresses = (files: readonly string[]) => files.map((file) => base + file)
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const fileOf = (module: string) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
      if (!chunk) throw new Error(`The build has no ${module}`)
      return chunk.fileName
    }
    const stylesOf = (names: ReadonlySet<string>) => {
      const needed = chunks.filter(({ fileName }) => names.has(fileName))
      const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      return [...new Set(styles)]
    }
    const paths = [...new Set(screens.map(({ path }) => path))]
    const list = paths.map((path) => {
      const ofPath = screens.filter((one) => one.path === path)
      const needed = ofPath.map(({ access, files: modules }) => ({
        access,
        files: new Set(modules.flatMap((one) => [...withImports(bundle, fileOf(`/${one}.tsx`))])),
      }))
      const all = new Set(needed.flatMap(({ files }) => [...files]))
      const files = [...all].filter((file) => needed.every((one) => one.files.has(file)))
      const own = needed.map((one) => [
        one.access,
        addresses([...one.files].filter((file) => !files.includes(file))),
      ])
      return { path, files: addresses(files), styles: addresses(stylesOf(all)), own: Object.fromEntries(own) }
    })
    await writeFile(join(dir, 'preload.json'), JSON.stringify(list, null, 1))
  },
})
