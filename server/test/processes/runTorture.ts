import { parseArgs } from 'node:util'
import { printTorture } from '../simulation/printTorture.ts'
import { torture } from '../simulation/torture.ts'

// `npm run torture`: kills a running shop a thousand times, and one that prints 20 times. `-- --kills 50 --seed 7` for another run.

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const [kills, seed] = [Number(values.kills), Number(values.seed)]
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  process.stderr.write('--kills and --seed take whole numbers\n')
  process.exit(1)
}
const print = (line: string) => void process.stdout.write(`${line}\n`)
const { findings, isRight, control } = await torture({ kills, seed, print })
if (!isRight) print(JSON.stringify(findings, null, 2))
if (control === 0) print('The control run lost nothing, so this check would not notice a loss')
const printing = await printTorture({ jobs: 200, kills: Math.min(kills, 20), seed, print })
const isPrinted = Object.values(printing).every((found) => found.length === 0)
print(isPrinted ? '200 print jobs: none twice, none lost' : JSON.stringify(printing, null, 2))
const isGood = isRight && control > 0 && isPrinted
print(isGood ? `${kills} kills: nothing lost, nothing duplicated, all invariants hold` : 'FAILED')
process.exit(isGood ? 0 : 1)
