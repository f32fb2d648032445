// What tells a text for people from one for programs: its place in the code, then its looks.

/** What holds a text whatever it looks like: properties and attributes of these names. */
export const textNames =
  /^(one|many|label|title|subtitle|text|hint|placeholder|alt|aria-(label|description|roledescription|valuetext)|act|outcome|done|undone|message|note|what|unit|empty|reason|question|verb|noun|said|says)$/

/** What is read by programs whatever it looks like. */
export const codeNames =
  /^(className|class|style|id|key|keys|typed|stored|data-testid|href|src|path|to|type|role|rel|d|viewBox|transform|autoComplete|inputMode|accept|htmlFor|method|url|content-type|summary|description|storageKey|queryKey|mutationKey|media|sizes|width|gridTemplate\w*|transition|font\w*|Content-\w+|Accept\w*)$/

/** Functions that take texts whatever they look like. */
const textCalls = /^(plural|oneOrMany|capitalized)$/

/** Functions whose texts are for programs. */
const codeCalls =
  /^(RegExp|URL|Date|DateTimeFormat|NumberFormat|Set|describe|meta|matchMedia|querySelector(All)?|getElementById|closest|matches|setAttribute|getAttribute|setProperty|addEventListener|removeEventListener|log|warn|error|startsWith|endsWith|includes|indexOf|split|replace|replaceAll|test|exec|match|get|has|append|import|require|createElement)$/

export const word = /\p{L}{2}/u
const code = /^[A-Z][a-z]+[A-Z]\w*$|^[/.#[(@]|[{}]|\bvar\(|\d(px|fr|rem|ms)\b|=>|^\w+:\S|^[a-z]\w*(-\w+)+$/
const isCode = (text: string) => !word.test(text) || code.test(text.trim())

/** Text for people, by its letters: a capital letter and small ones, or words. */
export const looksLikeText = (text: string) =>
  !isCode(text) && /(?<!\p{L})\p{Lu}\p{Ll}|\p{Ll}\P{L}* \P{L}*\p{L}| \p{Ll}{2}/u.test(text)

/** A text whose values are filled in while the program runs, '{where} cannot be read', with a 0 for each of them. */
export const filledIn = (text: string) => text.replaceAll(/\{\w+\}/g, '0')

/** The same of a text with values, which stand as 0: a word beside one is enough. */
export const looksFilledIn = (text: string) =>
  looksLikeText(text) || (!isCode(text) && /\p{Ll}{2} 0|0 \p{Ll}{2}/u.test(text))

/** What a literal is in its place: read by people whatever it looks like (`marked`: as asText says), by programs, or as it looks. */
export type Place = 'text' | 'marked' | 'code' | 'open'

export const placeIn = (call: string): Place =>
  call === 'asText' ? 'marked' : textCalls.test(call) ? 'text' : codeCalls.test(call) ? 'code' : 'open'
