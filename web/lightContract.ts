import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../contract/src/', import.meta.url))
const imports = /import \{([^}]*)\} from '@our-print\/contract\/([\w/]+\.ts)'/g
const endpoint = /^export const (\w+) = \{\s+method: '(\w+)',\s+url: '([^']+)'/gm
const plain = /^export const (\w+) = (\d+|\[[\w', -]*\])(?: as const)?$/gm
const mark = 'virtual:light/'

/** The endpoints and plain facts of a contract file, as code without its schemas. */
function factsOf(file: string): Map<string, string> {
  const source = readFileSync(folder + file, 'utf8')
  const facts = new Map<string, string>()
  for (const [, name = '', method, url] of source.matchAll(endpoint))
    facts.set(name, JSON.stringify({ method, url }))
  for (const [, name = '', value = ''] of source.matchAll(plain)) facts.set(name, value)
  return facts
}

/**
 * A page that calls an endpoint needs its method and address; only forms need its schemas, and with them all of zod
 * (23 KiB). So where a file never says `endpoint.schema`, the build hands it the endpoint without.
 */
export const lightContract = (): Plugin => ({
  name: 'light-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(mark) ? id : undefined),
  load(id) {
    if (!id.startsWith(mark)) return undefined
    return [...factsOf(id.slice(mark.length))]
      .map(([name, code]) => `export const ${name} = ${code}`)
      .join('\n')
  },
  transform(code, id) {
    if (!/\/web\/src\/.*\.tsx?$/.test(id) || !code.includes('@our-print/contract/')) return undefined
    return code.replace(imports, (_, list: string, file: string) => {
      const facts = factsOf(file)
      const names = list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
      const isLight = (name: string) => facts.has(name) && !new RegExp(`\\b${name}\\.schema\\b`).test(code)
      const [light, full] = [names.filter(isLight), names.filter((name) => !isLight(name))]
      return [
        light.length > 0 && `import { ${light.join(', ')} } from '${mark}${file}'`,
        full.length > 0 && `import { ${full.join(', ')} } from '@our-print/contract/${file}'`,
      ]
        .filter(Boolean)
        .join('; ')
    })
  },
})
