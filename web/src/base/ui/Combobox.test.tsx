import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Combobox } from './Combobox.tsx'
import { Field } from './Field.tsx'

const cities = ['Bengaluru', 'Chennai', 'Delhi', 'Hyderabad', 'Kochi', 'Kolkata', 'Mumbai', 'Pune', 'Surat']

type Props = { chosen?: string | undefined; free?: boolean; onSubmit?: () => void }

function City({ chosen, free = false, onSubmit = () => {} }: Props) {
  const [value, setValue] = useState(chosen)
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const text = typed ?? value ?? ''
  const choose = (city: string | undefined) => {
    setTyped(undefined)
    setValue(city)
    setOpen(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Field label="City">
        {(wiring) => (
          <Combobox
            wiring={wiring}
            list="Cities"
            text={text}
            onText={setTyped}
            open={open}
            onOpen={setOpen}
            options={cities.filter((city) => text === value || city.toLowerCase().includes(text))}
            keyOf={(city) => city}
            renderOption={(city) => city}
            isDisabled={(city) => city === 'Delhi'}
            chosen={value}
            onChoose={choose}
            onClear={() => choose(undefined)}
            message="No city found"
            free={free}
            arrow
            placeholder="Type a name"
            onBlur={() => {}}
            ref={null}
          />
        )}
      </Field>
    </form>
  )
}

/** The options of each search are new ones. */
const Found = ({ search, onChoose }: { search: number; onChoose: (city: string) => void }) => (
  <Field label="City">
    {(wiring) => (
      <Combobox
        wiring={wiring}
        list="Cities"
        text="b"
        onText={() => {}}
        open
        onOpen={() => {}}
        options={[`Bengaluru ${search}`]}
        keyOf={(city) => city}
        renderOption={(city) => city}
        onChoose={onChoose}
        placeholder="Type a name"
        onBlur={() => {}}
        ref={null}
      />
    )}
  </Field>
)

test('an option that is pressed is chosen, although a search brings others before the release', () => {
  const onChoose = vi.fn<(city: string) => void>()
  const { rerender } = render(<Found search={1} onChoose={onChoose} />)
  const pressed = screen.getByRole('option')
  fireEvent.pointerDown(pressed)
  rerender(<Found search={2} onChoose={onChoose} />)
  expect(screen.getByRole('option')).toBe(pressed)
  fireEvent.pointerUp(pressed)
  fireEvent.click(pressed)
  expect(onChoose).toHaveBeenCalledWith('Bengaluru 1', 'press')
})

function show(props: Props = {}) {
  render(<City {...props} />)
  return { user: userEvent.setup(), field: screen.getByRole('combobox', { name: 'City' }) }
}

const highlighted = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}

test('the first option is highlighted, arrows pass over what is disabled and go round', async () => {
  const { user, field } = show()
  await user.tab()
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{ArrowDown}')
  expect(field).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('listbox', { name: 'Cities' })).toBeVisible()
  const pass: [keys: string, city: string][] = [
    ['', 'Bengaluru'],
    ['{ArrowDown}{ArrowDown}', 'Hyderabad'],
    ['{ArrowUp}', 'Chennai'],
    ['{ArrowUp}{ArrowUp}', 'Surat'],
    ['{ArrowDown}', 'Bengaluru'],
    ['{PageDown}', 'Mumbai'],
    ['{PageDown}', 'Surat'],
    ['{PageUp}', 'Hyderabad'],
    ['{End}', 'Surat'],
    ['{Home}', 'Bengaluru'],
  ]
  for (const [keys, city] of pass) {
    if (keys) await user.keyboard(keys)
    expect(highlighted()).toBe(city)
  }
})

test('Enter takes the highlighted option and sends no form; with a closed list it sends it', async () => {
  const onSubmit = vi.fn()
  const { user, field } = show({ onSubmit })
  await user.type(field, 'ko')
  expect(highlighted()).toBe('Kochi')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field).toHaveValue('Kolkata')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onSubmit).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('what is chosen is highlighted when the list opens, and typed over', async () => {
  const { user, field } = show({ chosen: 'Mumbai' })
  await user.click(field)
  expect(highlighted()).toBe('Mumbai')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Mumbai')
  await user.keyboard('su')
  expect(field).toHaveValue('su')
  expect(highlighted()).toBe('Surat')
})

test('Escape closes the list only', async () => {
  const onKeyDown = vi.fn()
  document.addEventListener('keydown', onKeyDown)
  const { user, field } = show()
  await user.click(field)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onKeyDown).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onKeyDown).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', onKeyDown)
})

test('a press chooses, unless the option is disabled, and the focus stays in the field', async () => {
  const { user, field } = show()
  await user.click(field)
  await user.click(screen.getByRole('option', { name: 'Delhi' }))
  expect(field).toHaveValue('')
  await user.click(screen.getByRole('option', { name: 'Pune' }))
  expect(field).toHaveValue('Pune')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(field).toHaveValue('')
  expect(field).toHaveFocus()
})

test('without a match there is a message, and leaving the field closes the list', async () => {
  const { user, field } = show()
  await user.type(field, 'x')
  expect(screen.getByText('No city found')).toBeVisible()
  expect(field).toHaveAttribute('aria-expanded', 'false')
  await user.tab()
  expect(screen.queryByText('No city found')).toBeNull()
})

test('where any text is good, nothing is highlighted before an arrow key', async () => {
  const onSubmit = vi.fn()
  const { user, field } = show({ free: true, onSubmit })
  await user.type(field, 'ko')
  expect(highlighted()).toBeNull()
  await user.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
  await user.keyboard('{ArrowUp}')
  expect(highlighted()).toBe('Kolkata')
})
