import { Menu, MenuItem, type OpenMenu } from '../ui/Menu.tsx'
import SavedViewMenu from './SavedViewMenu.tsx'
import type { ShownView } from './savedViews.ts'

export type SavedViewsProps = {
  shown: ShownView
  /** Called when a view was saved, so that its tab is shown. */
  onSaved: () => void
}

/** An action on a list as a whole: a button of its heading, or an item behind the dots on a phone. */
export type ListAction = {
  label: string
  onClick: () => void
  /** Whether it is on, if it is a switch. */
  pressed?: boolean
}

export type MoreProps = {
  /** The buttons of the heading that a phone has no room for, and what is done with all rows. */
  actions: readonly ListAction[]
  /** Undefined if the list has no views. */
  views: SavedViewsProps | undefined
  /** Undefined if the list cannot be exported. */
  download: { running: boolean; label: string; save: () => void } | undefined
}

/** What is done with a list as a whole, on a phone; open as long as it is drawn. */
export default function MoreMenu({ actions, views, download, ...menu }: MoreProps & OpenMenu) {
  const before = actions.map(({ label, pressed, onClick }) => (
    <MenuItem
      key={label}
      {...(pressed !== undefined && { kind: 'checkbox', checked: pressed })}
      onClick={onClick}
    >
      {label}
    </MenuItem>
  ))
  const after = download && (
    <MenuItem disabled={download.running} onClick={download.save}>
      {download.label}
    </MenuItem>
  )
  if (views) return <SavedViewMenu {...views} {...menu} label="More" before={before} after={after} />
  return (
    <Menu {...menu} label="More">
      {before}
      {after}
    </Menu>
  )
}
