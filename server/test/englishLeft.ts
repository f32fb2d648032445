/** Words in Latin letters that a page shows or reads out, besides those in `known`, in other languages, in code and in addresses. */
export function englishLeft(page: string, known: readonly string[]): string[] {
  const shown = page
    .replace(/<(script|style)>.*?<\/\1>/gs, '')
    .replace(/<(nav|div) class="languages".*?<\/\1>/gs, '')
    .replace(/<span lang="en".*?<\/span>/gs, '')
  const read = [...shown.matchAll(/(?:aria-label|alt)="([^"]*)"/g)].map(([, text = '']) => text)
  const text = [shown.replace(/<[^>]*>/g, ' '), ...read].join(' ')
  const rest = known.reduce((left, each) => left.replaceAll(each, ' '), text)
  // Hindi writes the halves of the day so.
  return (rest.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => word !== 'am' && word !== 'pm')
}
