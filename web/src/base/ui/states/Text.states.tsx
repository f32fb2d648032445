import { Stack } from '../Layout.tsx'
import { Text } from '../Text.tsx'
import type { States } from './states.ts'

const sizes = ['figure', 'title', 'heading', 'subheading', 'body', 'label', 'small', 'caption'] as const
const tones = ['muted', 'disabled', 'accent', 'danger', 'warning', 'info', 'success'] as const

export default {
  title: 'Text',
  states: {
    sizes: (
      <Stack gap={1}>
        {sizes.map((size) => (
          <Text key={size} size={size}>
            {size}: 40 copies of Annual report.pdf
          </Text>
        ))}
      </Stack>
    ),
    tones: (
      <Stack gap={1}>
        {tones.map((tone) => (
          <Text key={tone} tone={tone}>
            {tone}: 40 copies
          </Text>
        ))}
      </Stack>
    ),
    line: (
      <Text flow="line">{'One line that ends with dots where there is no more room for it. '.repeat(4)}</Text>
    ),
    'two lines': <Text flow="twoLines">{'At most two lines, the rest is cut. '.repeat(12)}</Text>,
  },
} satisfies States
