import { foldText } from '../../base/format/format.ts'

type Person = { id: string; full_name: string }

const firstName = (name: string) => foldText(name).split(' ')[0] ?? ''

/** Whom a text names: '@Ravi Kumar', or '@ravi' where only one of the people is called so. */
export function namedIn<P extends Person>(text: string, people: readonly P[]): P[] {
  const folded = foldText(text)
  const isUsed = (name: string) =>
    folded.split(`@${name}`).some((rest, at) => at > 0 && !/^[\p{L}\p{N}]/u.test(rest))
  const isCalled = (first: string, { full_name }: Person) => firstName(full_name) === first
  return people.filter((person) => {
    const first = firstName(person.full_name)
    const isOnly = people.filter((one) => isCalled(first, one)).length === 1
    return isUsed(foldText(person.full_name)) || (isOnly && isUsed(first))
  })
}

/** The text with a person named at its end, or without them. */
export function toggleName(text: string, { full_name }: Person, isNamed: boolean): string {
  if (!isNamed) return `${text}${text && !/\s$/.test(text) ? ' ' : ''}@${full_name} `
  const escaped = [full_name, full_name.split(' ')[0] ?? '']
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  return text.replace(new RegExp(`@(?:${escaped})(?![\\p{L}\\p{N}])\\s?`, 'giu'), '')
}
