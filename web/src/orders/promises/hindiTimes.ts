// Words for times that are typed in Hindi.

/** Each with its English word; the longest ones first where one begins another. */
const words: readonly (readonly [string, string])[] = [
  ['आधे घंटे', '30m'],
  ['डेढ़ घंटे', '90m'],
  ['घंटे', 'hours'],
  ['घंटा', 'hour'],
  ['घंटों', 'hours'],
  ['घण्टे', 'hours'],
  ['मिनट', 'minutes'],
  ['दिन', 'days'],
  ['दिनों', 'days'],
  ['हफ़्ते', 'weeks'],
  ['हफ्ते', 'weeks'],
  ['सप्ताह', 'weeks'],
  ['एक', '1'],
  ['दो', '2'],
  ['तीन', '3'],
  ['आज', 'today'],
  ['कल', 'tomorrow'],
  ['परसों', 'overmorrow'],
  ['रविवार', 'sunday'],
  ['इतवार', 'sunday'],
  ['सोमवार', 'monday'],
  ['मंगलवार', 'tuesday'],
  ['बुधवार', 'wednesday'],
  ['गुरुवार', 'thursday'],
  ['बृहस्पतिवार', 'thursday'],
  ['शुक्रवार', 'friday'],
  ['शनिवार', 'saturday'],
  ['से', 'to'],
  ['और', 'and'],
  // Postpositions, which say nothing more here.
  ['के बीच', ''],
  ['बजे', ''],
  ['में', ''],
  ['तक', ''],
  ['को', ''],
]

/** Which half of the day a part of it means. At night, 12 and the hours after it are of the morning. */
const halves = {
  सुबह: () => 'am',
  दोपहर: () => 'pm',
  शाम: () => 'pm',
  रात: (hour: number) => (hour % 12 < 5 ? 'am' : 'pm'),
}
const parts = new RegExp(`(${Object.keys(halves).join('|')}) (\\d{1,2})((?:[:.]\\d{2})?)`, 'g')

/** What was typed, in small letters and with single spaces, with English words for the Hindi ones. */
export function inEnglish(text: string): string {
  let typed = ` ${text.normalize('NFC')} `
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(parts, (_, part: keyof typeof halves, hour: string, minutes: string) => {
      return `${hour}${minutes} ${halves[part](Number(hour))}`
    })
  for (const [hindi, english] of words)
    typed = typed.replaceAll(` ${hindi.normalize('NFC')} `, ` ${english} `)
  return typed.replace(/\s+/g, ' ').trim()
}
