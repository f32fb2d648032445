/** Notes as [frequency, start, seconds]: two rising ones for yes, a long low one for no. */
const sounds = {
  yes: {
    type: 'sine',
    notes: [
      [880, 0, 0.09],
      [1320, 0.1, 0.14],
    ],
  },
  no: {
    type: 'square',
    notes: [
      [196, 0, 0.22],
      [147, 0.25, 0.35],
    ],
  },
} as const

const shakes = { yes: [70], no: [220, 90, 220, 90, 220] } as const

let context: AudioContext | undefined

/** Tells yes or no by sound and vibration, so that nobody has to look at the screen. */
export function signal(answer: 'yes' | 'no'): void {
  // Safari on iPhones has none.
  if ('vibrate' in navigator) navigator.vibrate([...shakes[answer]])
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  // Browsers stop it while the page is in the background.
  if (context.state !== 'running') void context.resume()
  const { type, notes } = sounds[answer]
  for (const [frequency, start, seconds] of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    const from = context.currentTime + start
    tone.type = type
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.25, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + seconds)
    tone.connect(volume).connect(context.destination)
    tone.start(from)
    tone.stop(from + seconds)
  }
}
