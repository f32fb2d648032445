import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  createElement,
  type Ref,
  useContext,
} from 'react'

type RouterLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: string
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

const Plain = ({ to, replace: _, children, ...rest }: RouterLinkProps) => (
  <a {...rest} href={to}>
    {children}
  </a>
)

const Context = createContext<ComponentType<RouterLinkProps>>(Plain)

/** Gives the parts the router's link: they do not load the router themselves, which the sign-in screen has not. */
export const RouterLinkProvider = Context.Provider

const OpensContext = createContext<(to: string) => boolean>(() => true)

/** Says which screens the person has: what leads to another one is no link. */
export const OpensProvider = OpensContext.Provider
export const useOpens = () => useContext(OpensContext)

/** A link to a screen of the app: by the router where there is one, else by the browser. */
export const RouterLink = (props: RouterLinkProps) => createElement(useContext(Context), props)
