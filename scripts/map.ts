import { basename } from 'node:path'
import { roomOf, rooms } from '../test/floors.ts'
import { arrows, sourceFiles } from '../test/imports.ts'

// Prints each folder from the top floor down: its purpose, its files, and the folders it imports with the number of imports.

const inner = arrows.filter(({ isPackage }) => !isPackage)

for (const [room, purpose] of Object.entries(rooms)) {
  const files = sourceFiles.filter((file) => roomOf(file) === room)
  if (files.length === 0) continue
  console.log(`\n${room}: ${purpose}\n  ${files.map((file) => basename(file)).join(', ')}`)
  const below = Map.groupBy(
    inner.filter(({ from, to }) => roomOf(from) === room && roomOf(to) !== room),
    ({ to }) => roomOf(to),
  )
  for (const [to, found] of below) console.log(`    ↓ ${to} (${found.length})`)
}
