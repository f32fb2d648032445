import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { root } from '../servers.ts'
import type { Row } from './part.ts'

/** Runs a benchmark that is a program of its own and prints its results; each line becomes a row. */
export async function runProgram(file: string, ...options: string[]): Promise<Row[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, root)), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const printed = await text(child.stdout)
  const code = await ended
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  const lines = printed.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).map((line) => ({ work: line, measured: '' }))
}
