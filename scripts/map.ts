import { basename } from 'node:path'
import { arrows, sourceFiles } from '../test/imports.ts'
import { layerOf, layers } from '../test/layers.ts'

// Prints each folder from the top down: its purpose, its files, and the folders it imports with the number of imports.

const inner = arrows.filter(({ isPackage }) => !isPackage)

for (const [layer, purpose] of Object.entries(layers)) {
  const files = sourceFiles.filter((file) => layerOf(file) === layer)
  if (files.length === 0) continue
  console.log(`\n${layer}: ${purpose}\n  ${files.map((file) => basename(file)).join(', ')}`)
  const below = Map.groupBy(
    inner.filter(({ from, to }) => layerOf(from) === layer && layerOf(to) !== layer),
    ({ to }) => layerOf(to),
  )
  for (const [to, found] of below) console.log(`    ↓ ${to} (${found.length})`)
}
