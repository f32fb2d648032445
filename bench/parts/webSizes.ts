import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../servers.ts'

type Web = { signIn: number; orders: number }

type Preload = { path: string; files: string[] }

/** Bytes of JavaScript (Brotli) that are loaded before a screen shows; the web app must be built. */
export function measureWeb(): Web {
  const dist = new URL('web/dist/', root)
  const read = (path: string) => readFileSync(new URL(`.${path}`, dist))
  const first = [
    ...read('/index.html')
      .toString()
      .matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g),
  ].map(([, file]) => file ?? '')
  const preloads = JSON.parse(read('/preload.json').toString()) as Preload[]
  const filesOf = (path: string) => preloads.find((screen) => screen.path === path)?.files ?? []
  const size = (files: string[]) =>
    [...new Set(files)]
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0)
  const shown = [...first, ...filesOf('/total_orders')]
  return {
    signIn: size([...first, ...filesOf('/login')]),
    orders: size(shown),
  }
}
