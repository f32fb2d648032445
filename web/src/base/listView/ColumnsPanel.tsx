import { useLayoutEffect, useRef } from 'react'
import { asText } from '../format/format.ts'
import { ArrowDownward as ArrowDown, ArrowUpward as ArrowUp } from '../icons/frame.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Text } from '../ui/Text.tsx'
import styles from './ColumnsPanel.module.css'
import { type ColumnsProps, choiceOf, moveColumn } from './chosenColumns.ts'

type Props = ColumnsProps & { anchor: HTMLElement; onClose: () => void }

const steps = [
  { by: -1, word: asText('up'), Icon: ArrowUp },
  { by: 1, word: asText('down'), Icon: ArrowDown },
] as const

/** Shows, hides and moves the columns of a table; each change is seen at once. */
export default function ColumnsPanel({ columns, chosen, onChange, anchor, onClose }: Props) {
  const choice = choiceOf(columns, chosen)
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id
  const isLast = choice.filter(({ shown }) => shown).length === 1
  const list = useRef<HTMLUListElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const moved = useRef<{ id: string; word: string } | undefined>(undefined)

  // The browser drops the focus of a row that it moves.
  useLayoutEffect(() => {
    const { id, word } = moved.current ?? {}
    moved.current = undefined
    if (!id) return
    const row = [...(list.current?.children ?? [])].find(
      (one) => (one as HTMLElement).dataset['column'] === id,
    )
    const buttons = [...(row?.querySelectorAll('button') ?? [])]
    const same = buttons.find((button) => button.dataset['step'] === word && !button.disabled)
    ;(same ?? buttons.find(({ disabled }) => !disabled))?.focus()
  })

  return (
    <Popover label="Columns" anchor={anchor} onClose={onClose}>
      <div className={styles.title}>
        <Text size="subheading">Columns</Text>
      </div>
      <ul ref={list} className={styles.columns}>
        {choice.map(({ id, shown }, at) => (
          <li key={id} data-column={id} className={styles.column}>
            <Checkbox
              label={titleOf(id)}
              checked={shown}
              // A table without columns could not be opened by the keyboard.
              disabled={shown && isLast}
              onChange={() => onChange(choice.map((one) => (one.id === id ? { id, shown: !shown } : one)))}
            />
            {steps.map(({ by, word, Icon }) => (
              <IconButton
                key={word}
                size="small"
                data-step={word}
                aria-label={`Move ${titleOf(id)} ${word}`}
                disabled={at + by < 0 || at + by >= choice.length}
                onClick={() => {
                  moved.current = { id, word }
                  onChange(moveColumn(choice, id, by))
                }}
              >
                <Icon size={16} />
              </IconButton>
            ))}
          </li>
        ))}
      </ul>
      <div className={styles.end}>
        <Button
          look="plain"
          size="small"
          disabled={!chosen}
          onClick={() => {
            onChange(undefined)
            // A disabled button keeps no focus.
            done.current?.focus()
          }}
        >
          Reset
        </Button>
        <Button ref={done} size="small" look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Popover>
  )
}
