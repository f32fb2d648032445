import { basename } from 'node:path'
import { building, floorNameOf } from '../test/floors.ts'
import { arrows, sourceFiles } from '../test/imports.ts'

// Prints the building: each floor with its files, and below which floors it leans on, with the number of imports.

const inner = arrows.filter(({ isPackage }) => !isPackage)

for (const [side, floors] of Object.entries(building)) {
  console.log(`\n${side}`)
  for (const floor of floors) {
    const files = sourceFiles.filter((file) => floorNameOf(file) === floor)
    console.log(`\n  ${floor}: ${files.map((file) => basename(file)).join(', ')}`)
    const down = Map.groupBy(
      inner.filter(({ from, to }) => floorNameOf(from) === floor && floorNameOf(to) !== floor),
      ({ to }) => floorNameOf(to),
    )
    for (const [to, found] of down) console.log(`    ↓ ${to} (${found.length})`)
  }
}
