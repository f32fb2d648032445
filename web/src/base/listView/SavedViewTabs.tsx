import type { SavedView } from '@our-print/contract/shop/savedViews.ts'
import { drawNothing, lazyPart } from '../feedback/lazyPart.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import styles from './SavedViewTabs.module.css'
import { addressOf, isChanged, type ShownView } from './savedViews.ts'

const UpdateViewButton = lazyPart(() => import('./UpdateViewButton.tsx'), drawNothing)

type Props = { shown: ShownView; views: readonly SavedView[] }

/** The saved views of a list as tabs, and the button that keeps what was changed in the active one. */
export function SavedViewTabs({ shown, views }: Props) {
  const { active, list } = shown
  const tabs = [{ value: '', label: 'Default', to: list }, ...views.map(tabOf)]
  return (
    <div className={styles.views}>
      <Tabs label="Saved views" tabs={tabs} value={active?.id ?? ''} look="pills" />
      {active?.is_mine && isChanged(shown) && <UpdateViewButton shown={shown} />}
    </div>
  )
}

const tabOf = (view: SavedView) => ({
  value: view.id,
  label: view.name,
  title: view.is_shared ? `Shared by ${view.owner_data.full_name}` : undefined,
  to: addressOf(view),
})
