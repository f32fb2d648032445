import type { WorkingTime } from './workingTime.ts'

/** What the last finished jobs of a printer had: printed sides, and the minutes it had them. */
type PrinterPace = { jobs: number; sides: number; minutes: number }

/** When an order was printed, and when it was handed over, or ready for it; milliseconds since 1970. */
export type Ending = { printed: number; done: number }

export type Measured = {
  /** Sides that are printed before the order. */
  waiting: number
  printers: readonly PrinterPace[]
  endings: readonly Ending[]
}

/** With fewer jobs or endings, chance would say more than the measure. */
const fewestJobs = 5
const fewestEndings = 20
/** Sides a minute of a printer that was not measured yet. */
const usualPace = 20
/** Working minutes from print to hand-over in a shop that was not measured yet. */
const usualRest = { median: 120, most: 480 }

/** What is learned from what was measured: sides a minute, and working minutes from print to hand-over. */
export type Model = { pace: number; median: number; most: number; measured: number }

/** An order that is not done yet: sides before it and its own that are left, or when it was printed. */
export type Progress = { before: number; sides: number; printed: number | null }

/**
 * When an order of so many sides will be done: the sides before it and its own at the pace of all printers that can print it,
 * then the time that lately passed from print to hand-over, both counted while the shop is open.
 */
export function proposePromise(now: number, sides: number, measured: Measured, time: WorkingTime) {
  const model = learn(measured, time)
  const press = (measured.waiting + sides) / model.pace
  return {
    promised: time.add(now, press + model.most),
    median: time.add(now, press + model.median),
    measured: model.measured,
  }
}

/** When an open order will be done, as likely earlier as later: by 90 % each kept promise would look in danger on its way. */
export function expectDone(
  now: number,
  { before, sides, printed }: Progress,
  model: Model,
  time: WorkingTime,
) {
  return printed === null
    ? time.add(now, (before + sides) / model.pace + model.median)
    : Math.max(now, time.add(printed, model.median))
}

export function learn({ printers, endings }: Omit<Measured, 'waiting'>, time: WorkingTime): Model {
  const isKnown = endings.length >= fewestEndings
  const rests = endings.map(({ printed, done }) => time.between(printed, done)).toSorted((a, b) => a - b)
  const rest = isKnown ? { median: quantile(rests, 0.5), most: quantile(rests, 0.9) } : usualRest
  // A shop without printers of its own prints by hand, at the pace of one.
  const pace = printers.reduce((sum, printer) => sum + paceOf(printer), 0) || usualPace
  return { ...rest, pace, measured: isKnown ? endings.length : 0 }
}

const paceOf = ({ jobs, sides, minutes }: PrinterPace) =>
  jobs < fewestJobs || sides === 0 || minutes === 0 ? usualPace : sides / minutes

/** Of sorted values. */
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
