import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { Viewer } from './role.ts'

/** Whether the signed-in person has an ability; a super admin has all. */
export const viewerCan = (viewer: Viewer | null, ability: Ability): boolean =>
  viewer === 'admin' || (viewer?.startsWith('with ') === true && viewer.slice(5).split(',').includes(ability))

/** Whether they see the orders of the whole shop: who takes them in, prints or assigns them. */
export const seesShop = (viewer: Viewer | null): boolean =>
  (['orders', 'floor', 'assign'] as const).some((each) => viewerCan(viewer, each))
