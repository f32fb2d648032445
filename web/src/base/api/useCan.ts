import type { Ability } from '@our-print/contract/people/abilities.ts'
import { useViewer } from './useViewer.ts'
import { seesShop, viewerCan } from './viewerCan.ts'

/** Whether the signed-in person has an ability: what is shown only then, the server refuses without. */
export const useCan = (ability: Ability): boolean => viewerCan(useViewer(), ability)

/** Whether the signed-in person sees the orders of the whole shop, and not only their own. */
export const useSeesShop = (): boolean => seesShop(useViewer())
