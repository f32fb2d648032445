import { RouteLink } from '../../base/page/Page.tsx'

/** The name of a sold plan, which opens the plan in the list of plans. */
export const PlanLink = ({ name, strong }: { name: string; strong?: true }) => (
  <RouteLink
    to={`/subscriptions?${new URLSearchParams({ query: name })}`}
    color="inherit"
    title={name}
    {...(strong && { sx: { fontWeight: 600 } })}
  >
    {name}
  </RouteLink>
)
