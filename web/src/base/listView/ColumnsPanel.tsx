import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useLayoutEffect, useRef } from 'react'
import { ArrowDownward as ArrowDown } from '../icons/frame.tsx'
import { ArrowUpward as ArrowUp } from '../icons/home.tsx'
import { TextButton } from '../page/Page.tsx'
import { type ColumnsProps, choiceOf, moveColumn } from './chosenColumns.ts'

type Props = ColumnsProps & { anchor: HTMLElement; onClose: () => void }

const steps = [
  { by: -1, word: 'up', Icon: ArrowUp },
  { by: 1, word: 'down', Icon: ArrowDown },
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
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Columns', sx: { width: 288, mt: 0.5 } } }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 0.5, typography: 'subtitle1' }}>Columns</Box>
      <Box ref={list} component="ul" sx={{ listStyle: 'none', m: 0, px: 1, py: 0 }}>
        {choice.map(({ id, shown }, at) => (
          <Box
            key={id}
            component="li"
            data-column={id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              minHeight: 36,
              borderRadius: 1,
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <FormControlLabel
              label={titleOf(id)}
              sx={{ flex: 1, minWidth: 0, ml: 0.5, mr: 0 }}
              control={
                <Checkbox
                  size="small"
                  checked={shown}
                  // A table without columns could not be opened by the keyboard.
                  disabled={shown && isLast}
                  onChange={() =>
                    onChange(choice.map((one) => (one.id === id ? { id, shown: !shown } : one)))
                  }
                />
              }
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
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 1,
          px: 1.5,
          py: 1.25,
          mt: 0.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <TextButton
          disabled={!chosen}
          onClick={() => {
            onChange(undefined)
            // A disabled button keeps no focus.
            done.current?.focus()
          }}
        >
          Reset
        </TextButton>
        <Button ref={done} size="small" variant="contained" onClick={onClose}>
          Done
        </Button>
      </Box>
    </Popover>
  )
}
