import { parseArgs } from 'node:util'
import { torture } from './mixedWork/torture.ts'

// `npm run torture`: kills a shop at work a thousand times. `-- --kills 50 --seed 7` for another run.

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
})
const [kills, seed] = [Number(values.kills), Number(values.seed)]
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  process.stderr.write('--kills and --seed take whole numbers\n')
  process.exit(1)
}
const tell = (line: string) => void process.stdout.write(`${line}\n`)
const { wrong, isRight, control } = await torture({ kills, seed, tell })
if (!isRight) tell(JSON.stringify(wrong, null, 2))
if (control === 0) tell('The control has lost nothing: this count would not see a loss')
const isGood = isRight && control > 0
tell(isGood ? `${kills} kills: nothing lost, nothing doubled, everything adds up` : 'FAILED')
process.exit(isGood ? 0 : 1)
