import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  type Ref,
  useContext,
} from 'react'

export type RouterLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: string
  state?: unknown
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

const Plain = ({ to, state: _, replace: _1, children, ...rest }: RouterLinkProps) => (
  <a {...rest} href={to}>
    {children}
  </a>
)

const Context = createContext<ComponentType<RouterLinkProps>>(Plain)

/** Gives the parts the router's link: they do not load the router themselves, which the sign-in screen has not. */
export const RouterLinkProvider = Context.Provider

/** A link to a screen of the app: by the router where there is one, else by the browser. */
export const RouterLink = (props: RouterLinkProps) => createElement(useContext(Context), props)
