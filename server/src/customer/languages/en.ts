import { type Catalogue, counted, type Sentence, sentences } from './sentences.ts'

export const en: Catalogue = {
  sentences: Object.fromEntries([...sentences].map((each) => [each, each])) as Record<Sentence, string>,
  counted,
}
