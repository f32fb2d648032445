import { Text } from '../../base/ui/Text.tsx'

/** The specification's error pages: plain text only, as a heading for screen readers. */
export const PlainTextPage = ({ text = '' }: { text?: string }) => (
  <main>
    <Text as="h1" size="body">
      {text}
    </Text>
  </main>
)
