import { createInterface } from 'node:readline'
import { startTestPrinter } from './testPrinter.ts'

// A test printer as a process of its own: `node server/test/printers/runTestPrinter.ts PORT`. Each line of its input is a call
// of one of its controls as JSON, such as ["paper", 3], ["refill"], ["speed", 50] or ["jobs"]; each is answered by a line of JSON.

const printer = await startTestPrinter({ port: Number(process.argv[2] ?? 0) })
process.stdout.write(`${JSON.stringify({ uri: printer.uri })}\n`)

const controls = printer as unknown as Record<string, (...values: unknown[]) => unknown>
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const [name, ...values] = JSON.parse(line) as [string, ...unknown[]]
  const result = (await controls[name]?.(...values)) ?? null
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
// Its input has ended: who started it is gone.
await printer.close()
